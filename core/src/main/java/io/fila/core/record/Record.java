package io.fila.core.record;

/**
 * One durable change. Each record has a key and replaces the earlier record with that key. So the store is the journal with only
 * the newest record of each key, and recovery reads those.
 */
@SuppressWarnings("AvoidCommonTypeNames") // the word of the field; nothing here uses java.lang.Record
public sealed interface Record
        permits QueueCreated,
                QueueDeleted,
                LaneChanged,
                ScheduleChanged,
                MessageMoved,
                EntryDamaged,
                BucketChanged,
                ConfigChanged,
                DeliveryPaused,
                KeyChanged,
                DedupChanged {}

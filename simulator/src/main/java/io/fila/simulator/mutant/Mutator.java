package io.fila.simulator.mutant;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LineNumber;
import java.lang.classfile.instruction.OperatorInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds the places in a class where a small change can be made, and makes one of them. */
final class Mutator {
    /** What nobody decides anything by. */
    private static final Set<String> LEFT_ALONE = Set.of("toString", "hashCode", "equals", "<clinit>");

    /** The number of no place: nothing is changed. */
    private static final int NONE = -1;

    private static final Map<Opcode, Opcode> OPPOSITES = Map.ofEntries(
            Map.entry(Opcode.IFEQ, Opcode.IFNE),
            Map.entry(Opcode.IFNE, Opcode.IFEQ),
            Map.entry(Opcode.IFLT, Opcode.IFGE),
            Map.entry(Opcode.IFGE, Opcode.IFLT),
            Map.entry(Opcode.IFGT, Opcode.IFLE),
            Map.entry(Opcode.IFLE, Opcode.IFGT),
            Map.entry(Opcode.IF_ICMPEQ, Opcode.IF_ICMPNE),
            Map.entry(Opcode.IF_ICMPNE, Opcode.IF_ICMPEQ),
            Map.entry(Opcode.IF_ICMPLT, Opcode.IF_ICMPGE),
            Map.entry(Opcode.IF_ICMPGE, Opcode.IF_ICMPLT),
            Map.entry(Opcode.IF_ICMPGT, Opcode.IF_ICMPLE),
            Map.entry(Opcode.IF_ICMPLE, Opcode.IF_ICMPGT),
            Map.entry(Opcode.IF_ACMPEQ, Opcode.IF_ACMPNE),
            Map.entry(Opcode.IF_ACMPNE, Opcode.IF_ACMPEQ));

    private static final Map<Opcode, Opcode> BOUNDARIES = Map.of(
            Opcode.IFLT, Opcode.IFLE,
            Opcode.IFLE, Opcode.IFLT,
            Opcode.IFGT, Opcode.IFGE,
            Opcode.IFGE, Opcode.IFGT,
            Opcode.IF_ICMPLT, Opcode.IF_ICMPLE,
            Opcode.IF_ICMPLE, Opcode.IF_ICMPLT,
            Opcode.IF_ICMPGT, Opcode.IF_ICMPGE,
            Opcode.IF_ICMPGE, Opcode.IF_ICMPGT);

    private static final Map<Opcode, Opcode> OPERATORS = Map.of(
            Opcode.IADD, Opcode.ISUB,
            Opcode.ISUB, Opcode.IADD,
            Opcode.LADD, Opcode.LSUB,
            Opcode.LSUB, Opcode.LADD);

    private final ClassFile classFile;
    private final String className;
    private final ClassModel model;

    Mutator(String className, byte[] bytes, ClassLoader loader) {
        this.className = className;
        this.classFile = ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(
                ClassHierarchyResolver.ofResourceParsing(loader).orElse(ClassHierarchyResolver.defaultResolver())));
        this.model = classFile.parse(bytes);
    }

    /** Every change that can be made, in the order of the code. */
    List<Mutation> all() {
        Reading reading = new Reading(className, NONE);
        read(reading);
        return reading.found;
    }

    /** The class with one change. */
    byte[] mutate(Mutation mutation) {
        return read(new Reading(className, mutation.number()));
    }

    /** A transform of code is not told whose code it reads, so the methods are gone through one by one. */
    private byte[] read(Reading reading) {
        return classFile.transformClass(model, (builder, element) -> {
            if (element instanceof MethodModel method && matters(method)) {
                reading.enter(method);
                builder.transformMethod(method, MethodTransform.transformingCode(reading::read));
            } else {
                builder.with(element);
            }
        });
    }

    private static boolean matters(MethodModel method) {
        return !LEFT_ALONE.contains(method.methodName().stringValue())
                && (!method.flags().has(AccessFlag.SYNTHETIC) || isLambda(method))
                && method.code().isPresent();
    }

    /** What somebody wrote, although the compiler gave it its name. */
    private static boolean isLambda(MethodModel method) {
        return method.methodName().stringValue().startsWith("lambda$");
    }

    /** One pass over the code of a class: which places it has met, and which of them it changes. */
    private static final class Reading {
        private final String className;
        private final int wanted;
        private final List<Mutation> found = new ArrayList<>();
        private String method = "";
        private boolean answersBoolean;
        private int line;

        Reading(String className, int wanted) {
            this.className = className;
            this.wanted = wanted;
        }

        void enter(MethodModel entered) {
            method = entered.methodName().stringValue();
            answersBoolean = entered.methodTypeSymbol().returnType().equals(ConstantDescs.CD_boolean);
        }

        void read(CodeBuilder builder, CodeElement element) {
            switch (element) {
                case LineNumber number -> {
                    line = number.line();
                    builder.with(number);
                }
                case BranchInstruction branch -> builder.with(changed(branch));
                case OperatorInstruction operator -> builder.with(changed(operator));
                case ReturnInstruction answer
                when answersBoolean && answer.typeKind() == TypeKind.INT -> {
                    if (isWanted(Mutation.Kind.OPPOSITE_ANSWER)) {
                        builder.iconst_1().ixor();
                    }
                    builder.with(answer);
                }
                case InvokeInstruction call
                when isPlainVoid(call) && isWanted(Mutation.Kind.OMITTED_CALL) -> dropArguments(builder, call);
                default -> builder.with(element);
            }
        }

        private BranchInstruction changed(BranchInstruction branch) {
            Opcode opposite = swapped(branch.opcode(), OPPOSITES, Mutation.Kind.NEGATED_CONDITION);
            Opcode shifted = swapped(branch.opcode(), BOUNDARIES, Mutation.Kind.SHIFTED_BOUNDARY);
            Opcode other = opposite == null ? shifted : opposite;
            return other == null ? branch : BranchInstruction.of(other, branch.target());
        }

        private OperatorInstruction changed(OperatorInstruction operator) {
            Opcode other = swapped(operator.opcode(), OPERATORS, Mutation.Kind.SWAPPED_OPERATOR);
            return other == null ? operator : OperatorInstruction.of(other);
        }

        private @Nullable Opcode swapped(Opcode opcode, Map<Opcode, Opcode> pairs, Mutation.Kind kind) {
            Opcode other = pairs.get(opcode);
            return other != null && isWanted(kind) ? other : null;
        }

        private boolean isWanted(Mutation.Kind kind) {
            int number = found.size();
            found.add(new Mutation(className, number, kind, method, line));
            return number == wanted;
        }

        private static boolean isPlainVoid(InvokeInstruction call) {
            return call.typeSymbol().returnType().equals(ConstantDescs.CD_void)
                    && call.opcode() != Opcode.INVOKESPECIAL;
        }

        private static void dropArguments(CodeBuilder builder, InvokeInstruction call) {
            for (ClassDesc type : call.typeSymbol().parameterList().reversed()) {
                if (TypeKind.from(type).slotSize() == 2) {
                    builder.pop2();
                } else {
                    builder.pop();
                }
            }
            if (call.opcode() != Opcode.INVOKESTATIC) {
                builder.pop();
            }
        }
    }
}

package io.fila.simulator.mutant;

/**
 * One small change in the code of one class.
 *
 * @param number counts the places in the class where a change of any kind can be made
 */
record Mutation(String className, int number, Kind kind, String method, int line) {

    /** What is changed. */
    enum Kind {
        /** A branch is taken when it was not, and the other way round. */
        NEGATED_CONDITION,
        /** What was less than is less or equal, and the other way round. */
        SHIFTED_BOUNDARY,
        /** Plus is minus, and the other way round. */
        SWAPPED_OPERATOR,
        /** A boolean answer is its opposite. */
        OPPOSITE_ANSWER,
        /** A method that returns nothing is not called. */
        OMITTED_CALL
    }

    /** The last part of the package: what the kill rate is told by. */
    String group() {
        String owner = className.substring(0, className.lastIndexOf('.'));
        return owner.substring(owner.lastIndexOf('.') + 1);
    }

    @Override
    public String toString() {
        return className.substring(className.lastIndexOf('.') + 1) + "." + method + " line " + line + " " + kind;
    }
}

/** Stands where there is nothing to show: an empty field, or a zero among figures half of which are zero. */
export const NO_VALUE = <span className="text-faint">–</span>;

/** Whether property tests make all of their runs, with a seed that is another one each time. */
export const MAKES_ALL_RUNS = process.env.PROPERTY_RUNS === 'full';

/** The runs that a property test makes of those that it would make at most: a third, unless all are asked for. */
export const runs = (atMost: number): number => (MAKES_ALL_RUNS ? atMost : Math.ceil(atMost / 3));

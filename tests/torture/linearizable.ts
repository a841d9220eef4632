/** A call as its caller saw it: when it began and ended, and what came of it. */
export interface Step<Call> {
  call: Call;
  /** Only their order counts. */
  began: number;
  ended: number;
  result: string;
}

/** What a thing does, one call after the other. */
export interface Model<State, Call> {
  step(state: State, call: Call): { state: State; result: string };
}

/**
 * Whether there is an order of these calls, each somewhere between its beginning and its end, in which one after the other
 * leads to the same results and to the same end.
 */
export function isLinearizable<State, Call>(
  model: Model<State, Call>,
  first: State,
  steps: readonly Step<Call>[],
  isEnd: (state: State) => boolean,
): boolean {
  const seen = new Set<string>();
  const search = (state: State, left: readonly Step<Call>[]): boolean => {
    if (left.length === 0) return isEnd(state);
    const key = JSON.stringify([state, left.map((step) => steps.indexOf(step))]);
    if (seen.has(key)) return false;
    seen.add(key);
    const firstEnd = Math.min(...left.map(({ ended }) => ended));
    return left.some((step) => {
      // What began after another one had ended cannot come before it.
      if (step.began > firstEnd) return false;
      const next = model.step(state, step.call);
      return (
        next.result === step.result &&
        search(
          next.state,
          left.filter((other) => other !== step),
        )
      );
    });
  };
  return search(first, steps);
}

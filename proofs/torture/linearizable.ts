/** A call as its caller saw it: its start, end and result. */
export interface Step<Call> {
  call: Call;
  /** Only the order of times matters. */
  began: number;
  ended: number;
  result: string;
}

/** The sequential behaviour of an object. */
export interface Model<State, Call> {
  step(state: State, call: Call): { state: State; result: string };
}

/**
 * Whether there is a sequential order of these calls, each at some time between its start and its end, with the same results and
 * the same final state.
 */
export function isLinearizable<State, Call>(
  model: Model<State, Call>,
  first: State,
  steps: readonly Step<Call>[],
  isEnd: (state: State) => boolean,
): boolean {
  const names = new Set<string>();
  const search = (state: State, left: readonly Step<Call>[]): boolean => {
    if (left.length === 0) return isEnd(state);
    const key = JSON.stringify([state, left.map((step) => steps.indexOf(step))]);
    if (names.has(key)) return false;
    names.add(key);
    const firstEnd = Math.min(...left.map(({ ended }) => ended));
    return left.some((step) => {
      // A call that started after another had ended cannot come before it.
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

import { expect, test } from 'vitest';
import { seededRandom } from '../../scripts/sample/random.ts';
import { chance, everyStep, history, starts, wrongOf } from './walk.ts';

/** `npm test -- --all` goes one step further. */
const depth = process.env.TEST_FEATURES === '' ? 3 : 2;

test('the oracle’s own histories break none of its rules', () => {
  const wrong: string[] = [];
  let [worlds, acts] = [0, 0];
  for (const [name, start] of starts()) {
    expect([name, start.steps.filter(({ outcome }) => outcome !== 'done').length]).toEqual([name, 0]);
    const counts = everyStep(start, depth, (step, from) => {
      const breached = wrongOf(step);
      if (breached.length > 0)
        wrong.push(`${name}: ${history({ ...from, steps: [...from.steps, step] })}: ${breached.join(', ')}`);
    });
    worlds += counts.worlds;
    acts += counts.acts;
  }
  const random = seededRandom(20_261_129);
  for (let seed = 0; seed < (depth === 3 ? 14_000 : 250); seed += 1) {
    const begin = starts()[seed % 6]![1];
    const walked = chance(begin, 14, random);
    acts += 14;
    const step = walked.steps.find((each) => wrongOf(each).length > 0);
    if (step) wrong.push(`${history(walked)}: ${wrongOf(step).join(', ')}`);
  }
  process.stdout.write(`the oracle: ${worlds} worlds, ${acts} acts\n`);
  expect(wrong.slice(0, 10)).toEqual([]);
});

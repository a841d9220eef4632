import type { Core } from '#server/core.ts';
import { saidLater } from '#server/platform/languages/catalogue.ts';
import { clock } from '#shared/clock.ts';
import { Sentence, sentence } from '#shared/sentence.ts';
import { findDecisionTime } from './review.queries.ts';

/** With fewer decisions one of them could be recognised, and chance would speak. */
const fewest = 5;
const keptMs = 60 * 60 * 1_000;
const daySeconds = 24 * 60 * 60;

/** A duration in rough words. */
export function usually(seconds: number): Sentence {
  const days = Math.round(seconds / daySeconds);
  if (days < 1) return new Sentence('usually within a day');
  if (days === 1) return new Sentence('usually 1 day');
  if (days < 14) return sentence`usually ${days} days`;
  if (days < 60) return sentence`usually ${Math.round(days / 7)} weeks`;
  return new Sentence('usually more than 2 months');
}

/** How long the office usually takes; the answer is kept for an hour. */
export function createTimesService({ database }: Pick<Core, 'database'>) {
  let cached: { answer: Promise<{ decision: string }>; until: number } | undefined;

  async function read() {
    const { seconds, decisions } = await findDecisionTime(database.reader);
    return { decision: decisions < fewest ? '' : saidLater(usually(seconds)) };
  }

  async function usual(): Promise<{ decision: string }> {
    if (!cached || cached.until <= clock.ms()) {
      const answer = read();
      cached = { answer, until: clock.ms() + keptMs };
      answer.catch(() => {
        cached = undefined;
      });
    }
    return cached.answer;
  }

  return { usual };
}

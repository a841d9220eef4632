import type { Ballot } from '#shared/ballots.ts';
import type { Vote } from '#shared/contracts/votes.ts';
import { paperKey } from '#web/lib/login/device-data.ts';

/** What is kept, in base64url. Without `signature` the server's answer is still awaited. */
export interface StoredPaper {
  vote: string;
  title: string;
  /** Of what the paper said when it was made; null where it is not signed. */
  paperHash?: string | null;
  message: string;
  /** Of the paper's own key: SPKI and PKCS #8. */
  key: string;
  secret: string;
  blinded: string;
  inverse: string;
  signature?: string;
  /** Of the last ballot that the server has acknowledged; 0 before. */
  counter: number;
  receipt?: string;
  /** Ready, and not acknowledged yet; removed as soon as it is. */
  waiting?: Ballot;
}

/** Where a vote's paper is kept. */
export const keyOf = ({ id, mine }: Vote) => `${paperKey}${id}:${mine?.device ?? ''}`;

/** The paper that this device has. */
export function readStoredPaper(vote: Vote): StoredPaper | null {
  try {
    const text = localStorage.getItem(keyOf(vote));
    return text ? (JSON.parse(text) as StoredPaper) : null;
  } catch {
    return null;
  }
}

/** Whether this device keeps a paper, of whatever vote and member. */
export function hasStoredPapers(): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith(paperKey));
  } catch {
    return false;
  }
}

/** How far a member is with an open vote. */
export type Progress = 'none' | 'unsigned' | 'paper' | 'cast' | 'elsewhere';
export function progressOf(vote: Vote): Progress {
  const paper = readStoredPaper(vote);
  if (paper?.receipt) return paper.waiting ? 'paper' : 'cast';
  if (paper?.signature) return 'paper';
  if (vote.mine?.paperOn) return paper ? 'unsigned' : 'elsewhere';
  return paper ? 'unsigned' : 'none';
}

import { createPage, millimetres, type Page } from './drawing.ts';

/** The minutes of a vote as they are printed. */
export interface MinutesSheet {
  association: string;
  address: string;
  title: string;
  /** How it was held, in a sentence. */
  preamble: string;
  /** Names and values: when it opened and closed, roll, hash, key, turnout. */
  facts: [name: string, value: string][];
  questions: {
    title: string;
    rule: string;
    counts: { name: string; votes: string; isElected: boolean }[];
    outcome: string;
  }[];
  /** The last line is the sum. */
  turnout: [State: string, roll: string, papers: string][];
  /** What is signed: the signatures may stand on a page of their own. */
  certified: string;
  /** Who signs: a line each. */
  signers: string[];
}

const soft = '#475569';
const line = '#e2e8f0';
const navy = '#1b365d';
const margin = 48;
const labelWidth = 130;

/** Minutes on A4, on as many pages as they need. */
export function minutesPages(sheet: MinutesSheet): Page[] {
  const [width, height] = [millimetres(210), millimetres(297)];
  const inner = width - 2 * margin;
  const foot = height - 40;
  const pages: ReturnType<typeof createPage>[] = [];
  let page = createPage(width, height);
  let y = 0;

  function begin(): void {
    page = createPage(width, height);
    pages.push(page);
    y = margin;
  }
  /** Goes to the next page unless so much fits. */
  function room(needed: number): void {
    if (y + needed > foot) begin();
  }
  function heading(text: string, needed = 60): void {
    room(needed);
    y = page.text(text, margin, y + 12, inner, { size: 12, weight: 700, color: navy }) + 2;
    page.rule(margin, y, inner);
    y += 5;
  }

  begin();
  y = page.fitted(sheet.association, margin, y, inner, 2, { size: 17, weight: 700, color: navy, leading: 0.95 });
  const address = sheet.address.split(/\s*\n\s*/).join(', ');
  if (address !== '') y = page.fitted(address, margin, y + 1, inner, 2, { size: 9, color: soft });
  y = page.text('Minutes of a vote', margin, y + 16, inner, { size: 10, color: soft });
  y = page.text(sheet.title, margin, y, inner, { size: 15, weight: 700 }) + 6;
  page.rule(margin, y, inner);
  y = page.text(sheet.preamble, margin, y + 8, inner, { size: 10 }) + 8;
  for (const [name, value] of sheet.facts) {
    room(34);
    page.text(name, margin, y, labelWidth - 8, { size: 9.5, color: soft });
    const [left, wide] = [margin + labelWidth, inner - labelWidth];
    // A hash has no blank at which a line could end.
    const isHash = /^[0-9a-f]{64}$/.test(value);
    y =
      (isHash ? page.fitted(value, left, y, wide, 1, { size: 10 }) : page.text(value, left, y, wide, { size: 10 })) + 3;
  }

  for (const question of sheet.questions) {
    // The outcome does not stand alone at the foot of a page.
    heading(question.title, 90 + question.outcome.length / 6 + 17 * Math.min(4, question.counts.length));
    y = page.text(question.rule, margin, y, inner, { size: 9.5, color: soft }) + 3;
    y = page.text(question.outcome, margin, y, inner, { size: 10.5, weight: 700 }) + 5;
    for (const { name, votes, isElected } of question.counts) {
      room(18);
      const weight = isElected ? 700 : 400;
      const end = page.text(name, margin, y, inner - 80, { size: 10, weight });
      page.text(votes, width - margin - 70, y, 70, { size: 10, weight, align: 'right' });
      page.rule(margin, end + 1, inner, line);
      y = end + 3;
    }
  }

  heading('Turnout by State');
  const columns = [margin, width - margin - 160, width - margin - 75];
  const row = (cells: readonly string[], style: { weight?: 400 | 700; color?: string }) => {
    room(16);
    const end = page.text(cells[0]!, columns[0]!, y, inner - 170, { size: 9.5, ...style });
    page.text(cells[1]!, columns[1]!, y, 75, { size: 9.5, align: 'right', ...style });
    page.text(cells[2]!, columns[2]!, y, 75, { size: 9.5, align: 'right', ...style });
    page.rule(margin, end + 1, inner, line);
    y = end + 3;
  };
  row(['State', 'On the roll', 'Papers'], { color: soft });
  const totals = sheet.turnout.length - 1;
  for (const [index, cells] of sheet.turnout.entries()) row(cells, index === totals ? { weight: 700 } : {});

  // On one page, with what they stand under.
  room(70 + sheet.signers.length * 62);
  heading('Signatures');
  y = page.text(sheet.certified, margin, y, inner, { size: 10 }) + 2;
  for (const signer of sheet.signers) {
    y += 38;
    page.rule(margin, y, 220, '#12233f');
    page.rule(margin + 260, y, 120, '#12233f');
    page.text(signer, margin, y + 3, 220, { size: 9, color: soft });
    page.text('Place and date', margin + 260, y + 3, 120, { size: 9, color: soft });
    y += 18;
  }
  for (const [index, each] of pages.entries()) {
    const text = `${sheet.title} · page ${index + 1} of ${pages.length}`;
    each.fitted(text, margin, height - 30, inner, 1, { size: 8, color: soft });
  }
  return pages.map((each) => each.page);
}

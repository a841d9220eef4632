import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { Core } from '#server/core.ts';
import type { Readable, Transaction } from '#server/platform/database/client.ts';
import { assertVersion } from '#server/platform/database/versions.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import type { CaseKind, caseKindFields, updateCaseKind } from '#shared/contracts/cases.ts';
import { AppError } from '#shared/errors.ts';
import { messages } from '#shared/messages.ts';
import * as queries from './cases.queries.ts';

type KindInput = z.output<typeof caseKindFields>;
type KindChange = Omit<z.output<NonNullable<typeof updateCaseKind.body>>, 'version'>;

const wrong = (field: string, message: string) => new AppError('VALIDATION', message, { fields: { [field]: message } });

/** Whether two of a circle may act for a State. @param also those who are disabled or have lost the power */
async function isCircleEnough(
  db: Readable,
  { circle }: queries.KindRow,
  state: string,
  also = false,
): Promise<boolean> {
  const people = await queries.findCircle(db, circle, also);
  return people.filter(({ states }) => states.length === 0 || states.includes(state)).length >= 2;
}

/** Whether a kind is offered to a person of this State: two of its circle may act for it. */
export const isOffered = async (db: Readable, kind: queries.KindRow, state: string): Promise<boolean> =>
  kind.active && (!kind.onlyCircle || isCircleEnough(db, kind, state));

/** Whether a case of this kind is taken: an urgent one also where those who would see it have lost the power since. */
export const isTaken = async (db: Readable, kind: queries.KindRow, state: string): Promise<boolean> =>
  (await isOffered(db, kind, state)) || (kind.active && kind.urgent && (await isCircleEnough(db, kind, state, true)));

const fieldsOf = ({ titleHi, hintHi, ...rest }: Partial<KindInput>) => ({
  ...rest,
  ...(titleHi !== undefined && { hindiTitle: titleHi }),
  ...(hintHi !== undefined && { hindiHint: hintHi }),
});

/** The kinds of cases: data of the office. */
export function createKindsService({ database }: Pick<Core, 'database'>) {
  const answerOf = (kind: queries.KindRow, office: boolean): CaseKind => ({
    id: kind.id,
    title: kind.title,
    titleHi: kind.hindiTitle,
    hint: kind.hint,
    hintHi: kind.hindiHint,
    urgent: kind.urgent,
    answerDays: kind.answerDays,
    endDays: kind.endDays,
    forVisitors: kind.forVisitors,
    offered: true,
    ...(office && {
      steps: kind.steps,
      onlyCircle: kind.onlyCircle,
      circle: kind.circle,
      active: kind.active,
      version: kind.version,
    }),
  });

  /** @throws CIRCLE_TOO_SMALL, VALIDATION at `circle` */
  async function mustBeCircle(tx: Transaction, onlyCircle: boolean, circle: readonly string[]): Promise<void> {
    const isId = (id: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);
    const able = circle.every(isId) ? await queries.findCircle(tx, circle) : [];
    if (able.length !== new Set(circle.map((id) => id.toLowerCase())).size)
      throw wrong('circle', messages.cases.circle);
    if (onlyCircle && able.length < 2) {
      throw new AppError(
        'CIRCLE_TOO_SMALL',
        'A circle has two administrators at least, so that a case is seen when one is away.',
      );
    }
  }

  const log = (tx: Transaction, by: string, action: string, { title }: queries.KindRow) =>
    writeLog(tx, { kind: 'content', feature: 'cases', by, action, subject: title });

  return {
    /** The kinds as the office sees them. */
    async ofOffice(): Promise<CaseKind[]> {
      return (await queries.findKinds(database)).map((kind) => answerOf(kind, true));
    },

    /** What is offered to somebody of this State; an urgent one stands in the list all the same, with the office's telephone. */
    async offered(state: string, isVisitor: boolean, telephone: string): Promise<CaseKind[]> {
      const data: CaseKind[] = [];
      for (const kind of await queries.findKinds(database)) {
        if (!kind.active || (isVisitor && !kind.forVisitors)) continue;
        if (await isTaken(database, kind, state)) data.push(answerOf(kind, false));
        else if (kind.urgent) data.push({ ...answerOf(kind, false), offered: false, telephone });
      }
      return data;
    },

    /** @throws CIRCLE_TOO_SMALL, VALIDATION */
    async create(input: KindInput, by: string): Promise<CaseKind> {
      return database.transaction(async (tx) => {
        await mustBeCircle(tx, input.onlyCircle, input.circle);
        const kind = await queries.insertKind(tx, { id: randomUUID(), ...fieldsOf(input) } as never);
        await log(tx, by, 'added a kind of case', kind);
        return answerOf(kind, true);
      });
    },

    /** @throws NOT_FOUND, RECORD_CHANGED, WRONG_STATE, CIRCLE_TOO_SMALL, VALIDATION */
    async update(id: string, change: KindChange, version: number, by: string): Promise<CaseKind> {
      return database.transaction(async (tx) => {
        const before = assertVersion(await queries.lockKind(tx, id), 'This kind', version);
        const next = { ...before, ...change };
        if (next.endDays < next.answerDays) throw wrong('endDays', messages.cases.order);
        if (id === 'data' && next.endDays > 90) throw wrong('endDays', messages.cases.days);
        const isChanged = next.onlyCircle !== before.onlyCircle;
        const isForbidden = id === 'data' && (!next.active || next.onlyCircle);
        if (isForbidden || (isChanged && (await queries.hasCases(tx, id)))) {
          throw new AppError('WRONG_STATE', 'This kind has cases, or is needed by law: this cannot be changed.');
        }
        if (change.circle !== undefined || isChanged) await mustBeCircle(tx, next.onlyCircle, next.circle);
        const kind = await queries.updateKind(tx, id, fieldsOf(change as Partial<KindInput>));
        await log(
          tx,
          by,
          isChanged || change.circle ? 'changed who sees a kind of case' : 'changed a kind of case',
          kind,
        );
        return answerOf(kind, true);
      });
    },
  };
}

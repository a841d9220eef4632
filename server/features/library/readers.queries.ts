import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { members } from '#server/features/members/tables.ts';
import type { Reach } from '#server/platform/database/reach.ts';
import { libraryDocuments as documents } from './tables.ts';

/** Who reads the library. */
export type LibraryReader =
  | { kind: 'visitor' }
  | { kind: 'member'; memberId: string }
  /** Administrators with the power `content`: drafts too. */
  | { kind: 'content' }
  /** Other administrators; bound ones read what members of their States may read. */
  | { kind: 'office'; reach: Reach };

export const visitor: LibraryReader = { kind: 'visitor' };

/** The one condition of who may read which document; part of every statement that reads documents for somebody. */
export function mayRead(reader: LibraryReader): SQL {
  if (reader.kind === 'content') return sql`true`;
  const published = eq(documents.draft, false);
  return and(published, accessOf(reader))!;
}

function accessOf(reader: Exclude<LibraryReader, { kind: 'content' }>): SQL | undefined {
  switch (reader.kind) {
    case 'visitor':
      return eq(documents.access, 'everybody');
    case 'member':
      return or(
        inArray(documents.access, ['everybody', 'members']),
        and(
          eq(documents.access, 'States'),
          // Evaluated once: the member's State as it is now.
          sql`${documents.states} @> array(select ${members.state} from ${members}
            where ${members.id} = ${reader.memberId} and ${members.status} = 'Approved')
            and exists (select from ${members} where ${members.id} = ${reader.memberId} and ${members.status} = 'Approved')`,
        ),
      );
    case 'office':
      if (reader.reach.isAll) return undefined;
      return or(
        inArray(documents.access, ['everybody', 'members']),
        and(eq(documents.access, 'States'), sql`${documents.states} && ${sql.param([...reader.reach.states])}::text[]`),
      );
  }
}

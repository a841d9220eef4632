import type { Core } from '#server/core.ts';
import { called } from '#server/features/conferences/conference.ts';
import { type ConferenceRow, conferenceQueries } from '#server/features/conferences/conferences.queries.ts';
import type { Reach } from '#server/platform/database/reach.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import type { CellValue } from '#server/platform/spreadsheets/spreadsheet.ts';
import { type TableFormat, tableAnswer } from '#server/platform/spreadsheets/write-table.ts';
import { indianDay } from '#shared/clock.ts';
import type { FileAnswer } from '#shared/endpoint.ts';
import { orNotFound } from '#shared/errors.ts';
import { participantOf } from '../presentation.ts';
import { eachParticipant } from './participant-lists.queries.ts';

const batch = 1_000;

const time = new Intl.DateTimeFormat('en-GB', { dateStyle: 'short', timeStyle: 'short', timeZone: 'Asia/Kolkata' });
const yesNo: Record<string, string> = { yes: 'Yes', no: 'No' };

/** All participants as a table, with their answers as columns. */
export function createParticipantsExport({ database, config, log }: Pick<Core, 'database' | 'config' | 'log'>) {
  async function* rowsOf({ id, questions }: ConferenceRow, reach: Reach): AsyncGenerator<CellValue[]> {
    yield [
      ...['Name', 'Member number', 'State', 'E-mail', 'Mobile', 'Guest', 'Participation', 'Place in the waiting list'],
      ...['Checked in', 'Certificate', 'Since'],
      ...questions.map(({ text }) => text),
    ];
    for await (const views of eachParticipant(database.reader, id, reach, batch)) {
      for (const view of views) {
        const row = participantOf(view, config.publicUrl);
        yield [
          ...[row.name, row.memberNumber ?? '', row.homeState, row.email, row.mobile, row.guest ? 'Yes' : 'No'],
          ...[row.state, row.position],
          row.checkedInAt ? time.format(new Date(row.checkedInAt)) : '',
          row.certificate?.number ?? '',
          time.format(new Date(row.createdAt)),
          ...questions.map((question) => {
            const answer = row.answers[question.id] ?? '';
            return question.kind === 'yesNo' ? (yesNo[answer] ?? answer) : answer;
          }),
        ];
      }
    }
  }

  return async (id: string, format: TableFormat, reach: Reach, by: string): Promise<FileAnswer> => {
    const conference = orNotFound(await conferenceQueries.find(database, id), called);
    await writeLog(database, {
      kind: 'export',
      by,
      action: `exported the participants as ${format}`,
      subject: conference.title,
    });
    const name = `participants-${indianDay(conference.startsAt)}`;
    return tableAnswer(format, name, 'Participants', rowsOf(conference, reach), (error) =>
      log.error({ code: error.name }, 'a list broke off'),
    );
  };
}

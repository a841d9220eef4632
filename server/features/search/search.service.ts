import type { Core } from '#server/core.ts';
import { findDocuments } from '#server/features/library/open-document.ts';
import { searchable, searchableName } from '#server/platform/database/searchable.ts';
import type { ActingAdministrator } from '#server/platform/http/access.ts';
import { dayInWords } from '#server/platform/languages/dates.ts';
import type { SearchHit, searchAll } from '#shared/contracts/search.ts';
import type { EndpointResponse } from '#shared/endpoint.ts';
import { limits } from '#shared/limits.ts';
import { formatRupees } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import { hasPower, type NeededPower } from '#shared/powers.ts';
import * as queries from './search.queries.ts';

const { admin } = paths;

/** Mobile numbers are stored as ten digits; people paste them with +91 and blanks. */
function withoutPrefix(text: string): string {
  const digits = text.replace(/[\s()-]/g, '');
  return /^(\+?91|0)?\d{10}$/.test(digits) ? digits.slice(-limits.mobileDigits) : text;
}

/** @returns null for a text that cannot match */
function wantedOf(text: string): queries.SearchTerm | null {
  const term = withoutPrefix(searchable(text));
  if (term.length < limits.shortestSearch || !/[\p{L}\p{N}]/u.test(term)) return null;
  const escaped = (part: string) => part.replace(/[\\%_]/g, '\\$&');
  const pattern = escaped(term);
  return {
    text: term,
    pattern,
    name: escaped(searchableName(term)) || pattern,
    short: !/[\p{L}\p{M}\p{N}]{3}/u.test(term),
  };
}

type More = NonNullable<EndpointResponse<typeof searchAll>['more']>;
const joined = (...parts: (string | null)[]) => parts.filter((part) => part).join(' · ');

/** The search across everything in the office. */
export function createSearchService({ database: { reader } }: Pick<Core, 'database'>) {
  return {
    /** A few of each kind that the administrator may see, in the order of the kinds. */
    async all(
      text: string,
      office: Pick<ActingAdministrator, 'powers' | 'reach'>,
    ): Promise<{ data: SearchHit[]; more: More | null }> {
      const search = wantedOf(text);
      if (!search) return { data: [], more: null };
      const may = (power: NeededPower) => hasPower(office, power);
      const [people, messages, receipts, news, conferences, documents] = await Promise.all([
        may('members') ? queries.findPeople(reader, search, office.reach) : [],
        may('members') && office.reach.isAll ? queries.findMessages(reader, search) : [],
        may('money') ? queries.findReceipts(reader, search) : [],
        may('content') ? queries.findNews(reader, search) : [],
        may(['content', 'members']) ? queries.findConferences(reader, search) : [],
        may('content') ? findDocuments(reader, text, limits.foundOfAKind) : [],
      ]);
      const data = [
        ...people.map(({ id, name, reference, memberNumber, status }) => ({
          kind: 'person' as const,
          _id: id,
          title: name,
          detail: joined(reference, memberNumber, status),
          link: admin.person(id),
        })),
        ...messages.map(({ id, name, message, createdAt }) => ({
          kind: 'message' as const,
          _id: id,
          title: name,
          detail: joined(dayInWords(createdAt), message.replace(/\s+/gu, ' ').trim()),
          link: admin.opened(admin.contacts, id),
        })),
        ...receipts.map(({ id, label, content, cancelledAt, paymentId }) => ({
          kind: 'receipt' as const,
          _id: id,
          title: label,
          detail: joined(content.receivedFrom, formatRupees(content.amount), cancelledAt && 'cancelled'),
          link: admin.receipt(paymentId, label),
        })),
        ...news.map(({ id, title, location, createdAt }) => ({
          kind: 'news' as const,
          _id: id,
          title,
          detail: joined(location, dayInWords(createdAt)),
          link: admin.opened(admin.news, id),
        })),
        ...conferences.map(({ id, title, meetingType, startsAt }) => ({
          kind: 'conference' as const,
          _id: id,
          title,
          detail: joined(meetingType, dayInWords(startsAt)),
          link: admin.opened(admin.conferences, id),
        })),
        ...documents.map(({ id, title, number, category, draft }) => ({
          kind: 'document' as const,
          _id: id,
          title,
          detail: joined(category, number, draft ? 'draft' : null),
          link: admin.libraryDocument(id, title),
        })),
      ];
      if (people.length < limits.foundOfAKind) return { data, more: null };
      const max = limits.foundCounted;
      const count = await queries.countPeople(reader, search, office.reach, max);
      const link = admin.registrationsWith(people[0]!.status, text);
      const more = { people: Math.min(count, max), isBound: count > max, link };
      return { data, more: count > people.length ? more : null };
    },
  };
}

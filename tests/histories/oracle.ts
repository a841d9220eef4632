// What must be true of people after any history, by the rows of the database and the mails that left. It imports nothing: it shares no
// mistake with the features.

/** A person; two records of one are one person. */
export type Person = 'P' | 'G' | 'M' | 'N' | 'L';

export interface Facts {
  members: {
    id: string;
    member_number: string | null;
    status: string;
    name: string;
    email: string;
    mobile: string;
    language: string;
    created_at: string;
  }[];
  merged: { dropped_id: string; member_number: string | null }[];
  participations: {
    id: string;
    member_id: string | null;
    guest: boolean;
    state: 'unconfirmed' | 'registered' | 'waiting' | 'cancelled';
    held: boolean;
    held_until: string | null;
    name: string;
    email: string;
    code: string;
    line: number;
    checked_in_at: string | null;
    forgotten_at: string | null;
    double_of?: string | null;
  }[];
  conferences: {
    starts_at: string;
    ends_at: string;
    places: number;
    cancelled_at: string | null;
    certified_at: string | null;
  }[];
  certificates: {
    participation_id: string;
    cancelled_at: string | null;
    erased_at: string | null;
    content: { from: string; until: string; language?: string };
  }[];
  letters: {
    id: string;
    state: string;
    text: string;
    meeting_on: string | null;
    filter: { vote?: string };
    too_late: { clearDays: number } | null;
    ended_at: string | null;
  }[];
  recipients: { id: string; circular_id: string; member_id: string | null; mail: string; email: string | null }[];
  votes: {
    id: string;
    state: string;
    notice_id: string | null;
    opens_at: string;
    key_fingerprint: string | null;
  }[];
  roll: { vote_id: string; member_id: string | null; member_number: string }[];
  mails: {
    id: string;
    kind: string;
    recipient: string;
    state: string;
    attempts: number;
    member_id: string | null;
    created_at: string;
    data: Record<string, string>;
    bounced_at: string | null;
  }[];
  imports: { id: string; state: string }[];
  importRows: { kind: string; member_id: string | null; state?: string }[];
}

/** What the oracle remembers of a history. */
export interface Memory {
  /** The moment, and whether the mail server takes mails. */
  at: number;
  mailServer: 'up' | 'away' | 'refuses';
  /** Who has a number, by the number. */
  numbers: Record<string, Person>;
  /** Who has asked for a place and has not left. */
  wishes: Person[];
  /** Whose data must be gone, as words. */
  erased: string[];
  /** When a member has chosen a password, by record. */
  passwords: Record<string, number>;
  /** The codes and links that people have, and the addresses of calendars. */
  codes: Record<string, string>;
  link: string;
  calendars: string[];
  endedCalendars: string[];
  /** Reminders that left, by address and start. */
  reminders: string[];
  /** What happens by time has happened since somebody was erased. */
  isSwept: boolean;
}

/** A mail that left. */
export interface Sent {
  id: string;
  kind: string;
  recipient: string;
  subject: string;
  text: string;
  createdAt: number;
}

export interface Cast {
  /** The two records of one person. */
  records: readonly [string, string];
  guestEmail: string;
  applicantMobile: string;
  listedMobile: string;
  bystander: string;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const timeOf = (text: string) => Date.parse(text);
const india = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' });
export const dayOf = (moment: number | string) => india.format(typeof moment === 'string' ? timeOf(moment) : moment);
const daysBetween = (from: string, until: string) => Math.round((timeOf(until) - timeOf(from)) / dayMs);
/** Clear days before a meeting of a notice sent on a day: neither day counts. */
const clearDays = (sentOn: string, meetingOn: string) => daysBetween(sentOn, meetingOn) - 1;
const neededDays = 14;

export const personOf = (
  cast: Cast,
  { id, email, mobile }: Pick<Facts['members'][number], 'id' | 'email' | 'mobile'>,
): Person | '' => {
  if (cast.records.includes(id)) return 'P';
  if (id === cast.bystander) return 'M';
  if (email === cast.guestEmail) return 'G';
  if (mobile === cast.applicantMobile) return 'N';
  return mobile === cast.listedMobile ? 'L' : '';
};

export function createOracle(cast: Cast) {
  const personOfSeat = (facts: Facts, seat: Facts['participations'][number]): Person | '' => {
    const member = facts.members.find(({ id }) => id === seat.member_id);
    if (member) return personOf(cast, member);
    return seat.guest && seat.email === cast.guestEmail ? 'G' : '';
  };
  const isActive = (facts: Facts, at: number) => (seat: Facts['participations'][number]) =>
    seat.state === 'registered' ||
    seat.state === 'waiting' ||
    (seat.state === 'unconfirmed' && timeOf(seat.held_until!) > at && facts.conferences.length > 0);
  const doorOpens = ({ starts_at }: Facts['conferences'][number]) => timeOf(starts_at) - 12 * hourMs;

  /** No seat is taken by nobody, nobody has two, and who waits moves up while there is room. */
  function seats(facts: Facts, memory: Memory, say: (fault: string) => void): void {
    const conference = facts.conferences[0]!;
    const isComing = timeOf(conference.starts_at) > memory.at;
    const active = facts.participations.filter(isActive(facts, memory.at));
    for (const seat of active) {
      const member = facts.members.find(({ id }) => id === seat.member_id);
      const isSomebody = member !== undefined || (seat.guest && seat.email !== '');
      if (isComing && seat.checked_in_at === null && !isSomebody) say(`a seat of nobody: ${seat.state}`);
      if (isComing && member && member.status !== 'Approved') say(`a seat of who is no member: ${seat.state}`);
    }
    const recordOf = (seat: Facts['participations'][number]) => {
      // Who is erased, and who came by a list, have no e-mail.
      if (seat.member_id === null && seat.email === '') return '';
      const member =
        seat.member_id ?? facts.members.find((each) => each.status === 'Approved' && each.email === seat.email)?.id;
      return member ?? seat.email;
    };
    const owners = active.map(recordOf).filter((owner) => owner !== '');
    if (new Set(owners).size < owners.length) say('somebody twice in the conference');
    const taken = active.filter(({ state, held }) => state === 'registered' || held).length;
    const waits = active.some(({ state }) => state === 'waiting');
    if (isComing && waits && taken < conference.places) say('somebody waits while there is room');
    for (const seat of facts.participations) {
      if (seat.checked_in_at === null) continue;
      if (seat.state !== 'registered') say(`checked in, and ${seat.state}`);
      if (seat.member_id === null && !seat.guest && seat.forgotten_at === null)
        say('somebody without a name is checked in');
      if (timeOf(seat.checked_in_at) < doorOpens(conference)) say('checked in before the door opened');
    }
    for (const person of memory.wishes) {
      if (!isComing || memory.erased.includes(person)) continue;
      if (!active.some((seat) => personOfSeat(facts, seat) === person))
        say(`${person} has asked for a place and has none`);
    }
  }

  /** A certificate is for presence, for all days, in the reader's language, and everybody who was there has one. */
  function certificates(facts: Facts, memory: Memory, say: (fault: string) => void): void {
    const conference = facts.conferences[0]!;
    const valid = facts.certificates.filter(({ cancelled_at }) => cancelled_at === null);
    for (const { participation_id, content, erased_at } of valid) {
      const seat = facts.participations.find(({ id }) => id === participation_id);
      if (seat?.state !== 'registered' || seat.checked_in_at === null) {
        say('a certificate without presence');
        continue;
      }
      const member = facts.members.find(({ id }) => id === seat.member_id);
      if (member?.language === 'hi' && content.language !== 'hi' && erased_at === null)
        say('a certificate in English for a reader of Hindi');
      if (content.until !== dayOf(conference.ends_at) || content.from !== dayOf(conference.starts_at))
        say(`a certificate of other days than the conference’s`);
    }
    const isOver = dayOf(memory.at) > dayOf(conference.ends_at);
    if (!isOver || !memory.isSwept) return;
    for (const seat of facts.participations) {
      const isNamed = seat.member_id !== null || seat.name !== '';
      if (seat.state !== 'registered' || seat.checked_in_at === null || !isNamed) continue;
      if (!valid.some(({ participation_id }) => participation_id === seat.id)) say('presence without a certificate');
    }
  }

  /** Nobody twice in the register, a list of recipients or a roll; a number leads to one person for ever. */
  function lists(facts: Facts, memory: Memory, say: (fault: string) => void): void {
    const twice = (keys: readonly string[]) => new Set(keys).size < keys.length;
    const listed = new Set(facts.importRows.flatMap(({ member_id }) => member_id ?? []));
    for (const [index, one] of facts.members.entries()) {
      const before = facts.members.find(
        (other, at) =>
          at !== index && other.mobile === one.mobile && other.name === one.name && other.created_at < one.created_at,
      );
      if (before && listed.has(one.id)) say('a list has made somebody a second time');
    }
    if (
      twice(facts.recipients.flatMap(({ circular_id, member_id }) => (member_id ? `${circular_id} ${member_id}` : [])))
    )
      say('somebody twice among the recipients');
    if (twice(facts.roll.flatMap(({ vote_id, member_id }) => (member_id ? `${vote_id} ${member_id}` : []))))
      say('somebody twice on the roll');
    const numbers: [string, Person | ''][] = [
      ...facts.members.flatMap((one): [string, Person | ''][] =>
        one.member_number ? [[one.member_number, personOf(cast, one)]] : [],
      ),
      ...facts.merged.flatMap(({ member_number }): [string, Person][] => (member_number ? [[member_number, 'P']] : [])),
    ];
    for (const [number, person] of numbers) {
      if (person === '') continue;
      memory.numbers[number] ??= person;
      if (memory.numbers[number] !== person) say(`a number of ${memory.numbers[number]} leads to ${person}`);
    }
    if (twice(numbers.map(([number]) => number))) say('two records have one number');
  }

  /** A vote keeps its notice, and a list of recipients says what became of each mail. */
  function letters(facts: Facts, say: (fault: string) => void): void {
    for (const vote of facts.votes) {
      if (vote.state === 'roll' && !facts.letters.some(({ id }) => id === vote.notice_id))
        say('the notice of a frozen vote is gone');
    }
    for (const recipient of facts.recipients) {
      const mail = facts.mails.find(({ id }) => id === recipient.id);
      if (mail?.state === 'sent' && mail.bounced_at === null && recipient.mail !== 'sent')
        say(`a notice that was sent is '${recipient.mail}' in its results`);
    }
    for (const letter of facts.letters) {
      const vote = facts.votes.find(({ notice_id }) => notice_id === letter.id);
      if (vote && (vote.state === 'draft' || vote.state === 'cancelled') && letter.state === 'sending')
        say('the notice of a vote that is a draft again goes on');
    }
  }

  return {
    /** Everything that is wrong after an act. */
    judge(facts: Facts, memory: Memory): string[] {
      const faults = new Set<string>();
      const say = (fault: string) => void faults.add(fault);
      seats(facts, memory, say);
      certificates(facts, memory, say);
      lists(facts, memory, say);
      letters(facts, say);
      return [...faults];
    },

    /** What is wrong about a mail at the moment at which it leaves. */
    judgeMail(sent: Sent, facts: Facts, memory: Memory): string[] {
      const faults: string[] = [];
      const say = (fault: string) => void faults.push(`mail '${sent.kind}': ${fault}`);
      const row = facts.mails.find(({ id }) => id === sent.id);
      const conference = facts.conferences[0]!;
      const member = facts.members.find(({ id }) => id === row?.member_id);
      if (row?.member_id && !member) say('its member is gone');
      const seat = facts.participations.find(({ id }) => id === row?.data.participation);
      const owner = facts.members.find(({ id }) => id === seat?.member_id);
      const isTo = (kinds: string[]) => kinds.includes(sent.kind);
      if (
        isTo(['participation-confirmed', 'participation-moved-up', 'conference-reminder']) &&
        seat?.state !== 'registered'
      )
        say(`to somebody who is ${seat?.state}`);
      if (sent.kind === 'participation-waiting' && seat?.state !== 'waiting') say(`to somebody who is ${seat?.state}`);
      if (sent.kind === 'participation-cancelled' && seat?.state !== 'cancelled')
        say(`to somebody who is ${seat?.state}`);
      if (seat && /^(participation|conference)-/.test(sent.kind)) {
        const language = owner?.language ?? (sent.recipient === cast.guestEmail ? 'hi' : 'en');
        if ((language === 'hi') !== /[\u0900-\u097f]/.test(sent.text)) say('in the wrong language');
        if (owner && owner.email !== sent.recipient && seat.double_of == null)
          say('to another address than the member’s');
      }
      if (sent.kind === 'conference-reminder') {
        const days = daysBetween(dayOf(memory.at), dayOf(conference.starts_at));
        if (timeOf(conference.starts_at) <= memory.at) say('after the start');
        if (/tomorrow|कल/.test(sent.text) ? days !== 1 : days !== 0) say(`says another day, ${days} before it`);
        const key = `${sent.recipient} ${conference.starts_at}`;
        if (memory.reminders.includes(key)) say('a second time');
        memory.reminders.push(key);
      }
      if (sent.kind === 'credentials') {
        if (member?.status !== 'Approved') say(`to somebody who is ${member?.status}`);
        const chosen = memory.passwords[member?.id ?? ''] ?? 0;
        if (chosen > sent.createdAt) say('in place of a password that the member has chosen since');
      }
      if (sent.kind === 'registration-rejected' && member?.status !== 'Rejected')
        say(`to somebody who is ${member?.status}`);
      if (sent.kind === 'notice') {
        const letter = facts.letters.find(({ id }) => id === row?.data.circular);
        const vote = facts.votes.find(({ id }) => id === letter?.filter.vote);
        const meeting = vote ? dayOf(vote.opens_at) : (letter?.meeting_on ?? '');
        const left = clearDays(dayOf(memory.at), meeting);
        if (letter?.state === 'stopped' || letter?.state === 'draft') say(`of a letter that is ${letter.state}`);
        if (left < 0) say('on or after the day of the meeting');
        // Once it went to all, who gets it later gets it singly.
        else if (
          left < neededDays &&
          letter?.ended_at == null &&
          !(letter?.too_late && letter.too_late.clearDays <= left) &&
          row?.attempts === 1
        )
          say(`with ${left} clear days, which nobody has confirmed`);
        if (vote?.state === 'draft' || vote?.state === 'cancelled') say(`of a vote that is ${vote.state}`);
      }
      // One that was under way when its row was deleted may arrive.
      if (row && memory.erased.some((word) => sent.text.includes(word) || sent.recipient.includes(word)))
        say('names somebody who is erased');
      return faults;
    },

    /** What tells two states apart. Histories that lead to equal ones go on as one. */
    keyOf(facts: Facts, memory: Memory, start: number): string {
      const label = (id: string | null) => {
        if (id === null) return '-';
        const at = cast.records.indexOf(id);
        if (at >= 0) return 'XY'[at];
        const member = facts.members.find((each) => each.id === id);
        return member ? personOf(cast, member) : '?';
      };
      const order = [...facts.participations]
        .filter(({ state }) => state === 'waiting')
        .sort((a, b) => a.line - b.line);
      const parts = {
        at: Math.round((memory.at - start) / hourMs),
        mailServer: memory.mailServer,
        erased: memory.erased,
        wishes: [...memory.wishes].sort(),
        passwords: Object.keys(memory.passwords).map(label).sort(),
        calendars: memory.endedCalendars.length,
        members: facts.members.map((each) => [label(each.id), each.status, each.member_number, each.email]).sort(),
        merged: facts.merged.map(({ dropped_id }) => label(dropped_id)),
        seats: facts.participations
          .map((seat) => [
            label(seat.member_id),
            seat.guest,
            seat.email,
            seat.state,
            seat.checked_in_at !== null,
            seat.held,
            order.indexOf(seat),
          ])
          .sort(),
        conference: facts.conferences.map(({ starts_at, ends_at, certified_at }) => [
          starts_at,
          ends_at,
          certified_at !== null,
        ]),
        certificates: facts.certificates
          .map(({ participation_id, cancelled_at, erased_at, content }) => [
            label(facts.participations.find(({ id }) => id === participation_id)?.member_id ?? null),
            cancelled_at !== null,
            erased_at !== null,
            content.until,
          ])
          .sort(),
        letters: facts.letters
          .map(({ state, too_late, meeting_on, filter }) => [
            state,
            too_late?.clearDays,
            meeting_on,
            filter.vote !== undefined,
          ])
          .sort(),
        recipients: facts.recipients.map(({ member_id, mail }) => [label(member_id), mail]).sort(),
        votes: facts.votes.map(({ state }) => state),
        roll: facts.roll.map(({ member_id }) => label(member_id)).sort(),
        mails: facts.mails
          .filter(({ state }) => state === 'waiting' || state === 'failed')
          .map(({ kind, recipient, state }) => [kind, recipient, state])
          .sort(),
        imports: facts.imports.map(({ state }) => state).sort(),
        importRows: facts.importRows.map(({ kind, member_id }) => [kind, label(member_id)]).sort(),
      };
      return JSON.stringify(parts);
    },
  };
}
export type Oracle = ReturnType<typeof createOracle>;

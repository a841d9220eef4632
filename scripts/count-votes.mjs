// Counts the box of a vote again: node count-votes.mjs FILE
//
// Needs Node.js 20 or newer and nothing else; no part of the website's program is used. FILE is the box as the website gives it out after
// closing: the first line describes the vote, every other line is one ballot.
//
// A ballot is genuine if
//   1. the vote's key has signed its paper (RSA-PSS, SHA-384, 48 bytes of salt): somebody on the roll was given it;
//   2. the paper names the ballot's own key: the last 32 bytes of the paper are the SHA-256 of that key;
//   3. that key has signed the choices (ECDSA P-256, SHA-256), and with them the hash of the paper: nobody has changed the choices since, nor
//      what they meant. The hash is computed from the first line, of the names, texts and rules in it; votes of before have none.
// Each paper counts once, whatever its spelling: bytes are base64url without padding, in their one form. Compare the key, the hash of the
// paper, the SHA-256 of the file and the totals with the notice and the minutes.
import { constants, createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';

const path = process.argv[2];
if (!path) {
  console.error('Say which file: node count-votes.mjs box.ndjson');
  process.exit(2);
}
const file = readFileSync(path);
const [head, ...ballots] = file
  .toString('utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line));

/** @throws for another spelling than the one of these bytes */
function bytes(text) {
  const decoded = Buffer.from(text, 'base64url');
  if (decoded.toString('base64url') !== text) throw new Error('not the one form of base64url');
  return decoded;
}
const sha256 = (data) => createHash('sha256').update(data).digest();
const publicKey = (spki) => createPublicKey({ key: spki, format: 'der', type: 'spki' });

// An office with no more candidates than seats is not voted on, unless 'None of these' was offered.
const asked = head.questions.filter((q) => q.kind === 'resolution' || q.none || q.options.length > q.seats);
const optionsOf = (question) => [
  ...question.options,
  ...(question.none ? [{ id: 'none', name: 'None of these' }] : []),
];

/** The choices as they were signed, or null when the paper does not allow them. */
function canonical(ballot) {
  if (Object.keys(ballot).length !== asked.length) return null;
  const parts = [];
  for (const question of asked) {
    const chosen = ballot[question.id];
    if (!Array.isArray(chosen)) return null;
    const allowed = optionsOf(question).map(({ id }) => id);
    const most = question.kind === 'office' ? question.seats : 1;
    const fits =
      chosen.length <= most &&
      new Set(chosen).size === chosen.length &&
      chosen.every((id) => allowed.includes(id)) &&
      (chosen.length <= 1 || !chosen.includes('none'));
    if (!fits) return null;
    parts.push(`${JSON.stringify(question.id)}:${JSON.stringify([...chosen].sort())}`);
  }
  return `{${parts.join(',')}}`;
}

// The hash that is signed with every ballot.
const content = [
  head.vote,
  head.title,
  head.quorumPercent,
  head.questions.map((q) => [
    q.id,
    q.kind,
    q.seats,
    q.none,
    q.majority,
    q.title,
    q.text,
    q.options.map(({ id, name }) => [id, name]),
  ]),
];
const paperHash = head.paperHash ? sha256(JSON.stringify(content)).toString('hex') : null;

const voteKey = publicKey(bytes(head.publicKey));
const seen = new Set();

/** Why a ballot is not genuine; '' when it is. */
function problem({ message, signature, key, counter, ballot, ballotSignature }) {
  const paper = bytes(message);
  if (paper.length !== 64 || bytes(signature).length !== 384) return 'the paper has the wrong length';
  if (seen.has(paper.toString('hex'))) return 'this paper is in the box twice';
  const pss = { key: voteKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 48 };
  if (!verify('sha384', paper, pss, bytes(signature))) return 'the vote’s key has not signed this paper';
  if (!paper.subarray(32).equals(sha256(bytes(key)))) return 'the paper names another key';
  const choices = canonical(ballot);
  if (choices === null) return 'the paper does not allow these choices';
  if (!Number.isSafeInteger(counter) || counter < 1) return 'its counter is not a number';
  const text = Buffer.from([head.vote, ...(paperHash ? [paperHash] : []), counter, choices].join('\n'));
  const own = { key: publicKey(bytes(key)), dsaEncoding: 'ieee-p1363' };
  if (!verify('sha256', text, own, bytes(ballotSignature)))
    return paperHash
      ? 'the paper’s key has not signed these choices on this paper'
      : 'the choices were not signed by the paper’s key';
  seen.add(paper.toString('hex'));
  return '';
}

const totals = new Map(head.questions.map(({ id }) => [id, new Map()]));
let genuine = 0;
const wrong = [];
for (const [index, each] of ballots.entries()) {
  let why;
  try {
    why = problem(each);
  } catch {
    why = 'it cannot be read';
  }
  if (why !== '') {
    wrong.push(`line ${index + 2}: ${why}`);
    continue;
  }
  genuine += 1;
  for (const { id } of asked) {
    const counts = totals.get(id);
    for (const choice of each.ballot[id].length > 0 ? each.ballot[id] : ['blank'])
      counts.set(choice, (counts.get(choice) ?? 0) + 1);
  }
}

console.log(`Vote                 ${head.vote}`);
console.log(`SHA-256 of the roll  ${head.rollHash}`);
console.log(`SHA-256 of the key   ${sha256(bytes(head.publicKey)).toString('hex')}`);
if (paperHash) console.log(`SHA-256 of the paper ${paperHash}`);
console.log(`SHA-256 of this file ${sha256(file).toString('hex')}`);
console.log(`Papers taken         ${head.papers}`);
console.log(`Genuine ballots      ${genuine} of ${ballots.length}\n`);
for (const question of head.questions) {
  console.log(question.title);
  if (!asked.includes(question)) {
    console.log(`  unopposed: ${question.options.map(({ name }) => name).join(', ')}\n`);
    continue;
  }
  const width = Math.max(5, ...optionsOf(question).map(({ name }) => name.length));
  for (const { id, name } of [...optionsOf(question), { id: 'blank', name: 'Blank' }])
    console.log(`  ${name.padEnd(width)}  ${totals.get(question.id).get(id) ?? 0}`);
  console.log('');
}
for (const line of wrong) console.log(`Not genuine: ${line}`);
const isOtherPaper = paperHash !== null && head.paperHash !== paperHash;
if (isOtherPaper) console.log(`The first line says another hash of the paper: ${head.paperHash}`);
if (paperHash === null)
  console.log('The first line has no hash of the paper: names and texts are not signed with the ballots.');
if (ballots.length !== head.ballots)
  console.log(`The first line says ${head.ballots} ballots, there are ${ballots.length}.`);
if (genuine > head.papers) console.log('There are more ballots than papers.');
process.exitCode = wrong.length > 0 || isOtherPaper || ballots.length !== head.ballots || genuine > head.papers ? 1 : 0;

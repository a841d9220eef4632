import { paths } from '#shared/paths.ts';
import { Link } from '#web/ui/Link.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import styles from './Votes.module.css';

/** What is protected, and what is not, in words for voters. */
export function Component() {
  return (
    <div className={`wrap ${styles.page}`}>
      <PageHeader title="How your vote stays secret" />
      <div className="stack gap-3 measure">
        <p className="flush">
          Think of a post ballot with two envelopes. The office signs your paper through a closed envelope: it knows
          that you have taken one, and not what is inside. You then drop the paper into the box without saying who you
          are.
        </p>
        <h2 className="text-22 flush">What happens on your phone</h2>
        <ol className="flush">
          <li>Your phone makes a paper with a long random number, and covers that number.</li>
          <li>
            You give your password, and the office’s computer signs the covered number, once for each voter. It notes
            the day, and mails you that you have taken your paper.
          </li>
          <li>Your phone takes the cover off. The signature stays valid, but nobody can tell any more whose it is.</li>
          <li>
            After a moment your phone sends the ballot with this paper, without your login, your name or your number.
            The time is not kept.
          </li>
        </ol>
        <h2 className="text-22 flush">What you can check yourself</h2>
        <p className="flush">
          Your receipt is made from your paper and your choices. After closing, everybody who was on the roll can load
          the whole box, count it again, and see that their own ballot is in it, unchanged. Nobody, also not the office,
          can change a ballot without that being seen: only your phone has the key with which it was signed.
        </p>
        <h2 className="text-22 flush">What you should know</h2>
        <ul className="flush">
          <li>
            Your paper is on the device with which you took it. If that device is lost, or the browser’s data are
            deleted, you cannot vote again in this vote. You can save the paper as a file.
          </li>
          <li>Until voting closes you can change your ballot from that device; the last one counts.</li>
          <li>
            You can show your ballot to somebody else. Nobody can protect you from yourself: do not let anybody watch.
          </li>
          <li>Where few people vote and all agree, the result tells what each of them chose.</li>
          <li>
            Somebody who could watch the running server from inside, or the network, while you vote could compare times.
            The program keeps none of them.
          </li>
          <li>
            The office could sign papers for people who have taken none. The list of who took a paper shows that: after
            closing you see your own line, and everybody sees the totals by State.
          </li>
        </ul>
        <p className="flush">
          The method is a standard: blind RSA signatures, RFC 9474 of the Internet Engineering Task Force.
        </p>
        <p className="flush">
          <Link to={paths.votes}>Back to the votes</Link>
        </p>
      </div>
    </div>
  );
}

import { paths } from '#shared/paths.ts';
import { T } from '#web/lib/languages/T.ts';
import { t } from '#web/lib/languages/text.ts';
import { Link } from '#web/ui/page/Link.tsx';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';

/** What is protected, and what is not, in words for voters. */
export function Component() {
  return (
    <div className="container page max-w-760">
      <PageHeader title={t('How your vote stays secret')} />
      <div className="grid gap-3 measure">
        <p className="m-0">
          <T>
            Think of a postal ballot with two envelopes. The office signs your paper through a closed envelope: it knows
            that you have taken one, and not what is inside. You then drop the paper into the box without saying who you
            are.
          </T>
        </p>
        <h2 className="text-22 m-0">{t('What happens on your phone')}</h2>
        <ol className="list">
          <li>
            <T>Your phone makes a paper with a long random number, and covers that number.</T>
          </li>
          <li>
            <T>
              You give your password, and the association’s server signs the covered number, once for each voter. It
              notes the day, and mails you that you have taken your paper.
            </T>
          </li>
          <li>
            <T>Your phone takes the cover off. The signature stays valid, but nobody can tell any more whose it is.</T>
          </li>
          <li>
            <T>
              Your phone signs your choices together with all that the paper says: names, texts, seats and rules. If the
              paper on your screen is not the one that was frozen, it refuses and says so.
            </T>
          </li>
          <li>
            <T>
              After a moment your phone sends the ballot with this paper, without your login, your name or your number.
              The time is not kept.
            </T>
          </li>
          <li>
            <T>
              When voting closes, the key that signs papers is deleted, the ballots are put into an order that says
              nothing of when they came, and the program counts them. Then it removes from its own database and from its
              files what could tell when a paper was taken or a ballot came. Of the mail that told you of your paper the
              day stays, without your name.
            </T>
          </li>
        </ol>
        <h2 className="text-22 m-0">{t('Who sees what')}</h2>
        <ul className="list">
          <li>{t('What you chose: you alone.')}</li>
          <li>
            <T>
              Whether you took a paper: you, at once, and from closing on the office. Everybody else sees how many did
              so in each State; while voting is open, States with few voters are shown together.
            </T>
          </li>
          <li>
            <T>Every ballot, without names: from closing on, everybody who may see the result.</T>
          </li>
        </ul>
        <h2 className="text-22 m-0">{t('What you can check yourself')}</h2>
        <p className="m-0">
          <T>
            Your receipt is made from your paper and your choices. After closing, everybody who was on the roll can load
            the whole box, count it again, and see that their own ballot is in it, unchanged. Nobody, not even the
            office, can change a ballot without that being seen: only your phone has the key with which it was signed.
            Nor can anybody swap names or texts afterwards: no ballot fits another paper. The notice, the minutes and
            the box name the paper’s SHA-256.
          </T>
        </p>
        <h2 className="text-22 m-0">{t('What you should know')}</h2>
        <ul className="list">
          <li>
            <T>
              Your paper is on the device with which you took it. If that device is lost, or the browser’s data are
              deleted, you cannot vote again in this vote. You can save the paper as a file; keep it as you keep a
              password, for who has it can change your ballot.
            </T>
          </li>
          <li>
            <T>Until voting closes you can change your ballot from that device; the last one counts.</T>
          </li>
          <li>
            <T>
              You can show your ballot to somebody else, and your receipt with it. No program can prevent that: do not
              let anybody watch, and change your ballot later if somebody did.
            </T>
          </li>
          <li>
            <T>Where few people vote and all agree, the result tells what each of them chose.</T>
          </li>
          <li>
            <T>
              Somebody who watches the running server from inside, its backups from before closing or the network while
              you vote could compare times. The program itself writes none of them down.
            </T>
          </li>
          <li>
            <T>
              If the association’s database is run by another provider, the provider has its own logs and copies: that
              nothing is left in them after closing depends on the provider, and on the association keeping the key of
              its files apart. The office tells you whether that is so.
            </T>
          </li>
          <li>
            <T>
              The office could sign papers for people who have taken none. The list of who took a paper shows that: you
              see your own line, everybody sees the totals by State, and there cannot be more ballots than papers.
            </T>
          </li>
        </ul>
        <p className="m-0">
          <T>The method is a standard: blind RSA signatures, RFC 9474 of the Internet Engineering Task Force.</T>
        </p>
        <p className="m-0">
          <Link className="tap" to={paths.votes}>
            {t('Back to the votes')}
          </Link>
        </p>
      </div>
    </div>
  );
}

import { useNavigate } from 'react-router';
import { type RowKind, rowKinds } from '#shared/contracts/imports.ts';
import { paths } from '#shared/paths.ts';
import { EarlierImports } from '#web/features/imports/EarlierImports.tsx';
import { ImportStart } from '#web/features/imports/ImportStart.tsx';
import { ImportView } from '#web/features/imports/ImportView.tsx';
import { useQueryState } from '#web/lib/browser/useQueryState.ts';
import { buttonLook } from '#web/ui/page/Button.tsx';
import { Link } from '#web/ui/page/Link.tsx';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';

const defaults = { list: '', kind: '', page: '1' };

export function Component() {
  const [address, change, { page, onPage }] = useQueryState(defaults);
  const navigate = useNavigate();
  const kind: RowKind | '' = rowKinds.find((each) => each === address.kind) ?? '';
  return (
    <>
      <PageHeader title="Import of members" text="Existing members from a spreadsheet">
        <Link to={address.list ? paths.admin.imports : paths.admin.registrations} className={buttonLook('outlined')}>
          {address.list ? 'All lists' : 'Registrations'}
        </Link>
      </PageHeader>
      {address.list ? (
        <ImportView
          key={address.list}
          id={address.list}
          kind={kind}
          page={page}
          onKind={(next) => change({ kind: next })}
          onPage={onPage}
          onGone={() => void navigate(paths.admin.imports)}
        />
      ) : (
        <>
          <ImportStart onRead={(record) => void navigate(paths.admin.import(record.id))} />
          <EarlierImports page={page} onPage={onPage} />
        </>
      )}
    </>
  );
}

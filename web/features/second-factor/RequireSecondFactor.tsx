import { listAdministrators } from '#shared/contracts/administrators.ts';
import { requireSecondFactor, secondFactorState } from '#shared/contracts/second-factor.ts';
import { paths } from '#shared/paths.ts';
import { api } from '#web/lib/calls/api.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { AskedButton } from '#web/ui/dialogs/AskedButton.tsx';
import { Link } from '#web/ui/page/Link.tsx';
import { Loaded } from '#web/ui/page/Loaded.tsx';
import { StatusDot } from '#web/ui/tables/StatusDot.tsx';

/** Whether administrators need a second factor. */
export function RequireSecondFactor() {
  const state = useLoad(secondFactorState, {});
  const colleagues = useLoad(listAdministrators, {});
  const without = (colleagues.data?.data ?? [])
    .filter(({ disabled, secondFactor }) => !disabled && !secondFactor)
    .map(({ email }) => email);
  return (
    <section className="max-w-640" aria-labelledby="require-second-factor">
      <h2 id="require-second-factor" className="text-22 mb-1">
        Second factor of administrators
      </h2>
      <p className="text-muted measure">
        Where it is required, an administrator who has not set up a second factor is led to set it up after the login,
        and can do nothing else before. Members are never required to have one.
      </p>
      <Loaded of={state}>
        {({ enabled, required }) => (
          <>
            <div className="flex flex-wrap items-center gap-1-2">
              <StatusDot tone={required ? 'good' : 'neutral'}>{required ? 'Required' : 'Not required'}</StatusDot>
              {required || enabled ? (
                <AskedButton
                  label={required ? 'No longer require it' : 'Require it'}
                  title={required ? 'No longer require a second factor?' : 'Require a second factor?'}
                  act={() => api(requireSecondFactor, { body: { required: !required } })}
                  onEnd={state.reload}
                >
                  {required
                    ? 'Administrators who have a second factor keep it, and may turn it off.'
                    : 'It applies at once, also to administrators who are logged in. Anyone who loses the phone and the recovery codes needs somebody with access to the server.'}
                </AskedButton>
              ) : (
                <span>
                  To require it, <Link to={paths.admin.changePassword}>set up your own second factor</Link> first.
                </span>
              )}
            </div>
            {without.length > 0 && (
              <p className="text-muted break-anywhere mt-2">Not set up yet: {without.join(', ')}.</p>
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}

import { type getRegistration, uploadPaymentScreenshot } from '#shared/contracts/registrations.ts';
import type { EndpointResponse } from '#shared/endpoint.ts';
import { paths } from '#shared/paths.ts';
import { type Proof, ProofForm } from '#web/features/payments/ProofForm.tsx';
import { goTo } from '#web/lib/browser/arrival.ts';
import { toast } from '#web/lib/browser/toast.ts';
import { api } from '#web/lib/calls/api.ts';
import { href, t } from '#web/lib/languages/text.ts';
import { keepSent } from './registered.ts';

export type DueRegistration = EndpointResponse<typeof getRegistration>['data'];

interface Props {
  registration: DueRegistration;
  /** Called if the office has decided meanwhile, so that no proof is accepted any more. */
  onClosed: () => void;
  /** Whether a screenshot was sent before. */
  again?: boolean;
}

/** The proof of payment of a registration. */
export function ScreenshotForm({ registration, onClosed, again = false }: Props) {
  async function send({ utr, screenshot }: Proof, onProgress: (fraction: number) => void) {
    const { message } = await api(
      uploadPaymentScreenshot,
      { params: { id: registration.id }, body: { utr }, files: { screenshot } },
      { onProgress },
    );
    keepSent({ id: registration.id, membership: registration.membership, reference: registration.reference });
    toast.success(message);
    // Back from there does not lead to a payment that is made.
    history.replaceState(history.state, '', href(paths.registered));
    goTo(paths.paymentSucceeded);
  }
  return (
    <ProofForm
      title={again ? t('Another screenshot') : t('Your proof of payment')}
      {...(again && { note: t('If the one you sent was the wrong one, this takes its place.') })}
      label={t('Register')}
      consequence={t('Sends your proof. You are not charged again.')}
      keptAs={registration.id}
      send={send}
      onClosed={onClosed}
    />
  );
}

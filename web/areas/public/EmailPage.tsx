import { ConfirmEmail } from '#web/features/members/email/ConfirmEmail.tsx';
import { linkPage } from './link-page.tsx';

export const { meta, Component } = linkPage('Confirm your e-mail address', ConfirmEmail);

import { lazyPart } from '#web/lib/lazyPart.ts';
import { linkPage } from './link-page.tsx';

const GuestPart = lazyPart(() => import('#web/features/participations/GuestPart.tsx'), 'GuestPart');

export const { meta, Component } = linkPage('Your participation', GuestPart);

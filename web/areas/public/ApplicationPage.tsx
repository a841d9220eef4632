import { lazyPart } from '#web/lib/lazyPart.ts';
import { linkPage } from './link-page.tsx';

const ApplicationView = lazyPart(() => import('#web/features/corrections/ApplicationView.tsx'), 'ApplicationView');

export const { meta, Component } = linkPage('Your application', ApplicationView);

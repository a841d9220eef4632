import { lazyPart } from '#web/lib/lazyPart.ts';
import { linkPage } from './link-page.tsx';

const CorrectionForm = lazyPart(() => import('#web/features/corrections/CorrectionForm.tsx'), 'CorrectionForm');

export const { meta, Component } = linkPage('Correct your application', CorrectionForm);

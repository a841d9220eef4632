// Inlined at the end of each page's body.
import { scriptsTemplate } from '#shared/rendered-page.ts';
import { startPage } from './start-page.ts';

const template = document.getElementById(scriptsTemplate);
if (template instanceof HTMLTemplateElement) startPage(template);

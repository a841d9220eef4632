import '#web/lib/forms/zod-config.ts';
import '#web/ui/tokens.css';
import '#web/ui/base.css';
import '#web/ui/controls.css';
import '#web/ui/layout.css';
import { toast } from 'react-toastify';
import { afterEach, beforeEach } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react/pure';
import { endSession } from '#web/lib/login/session.ts';
import { startServer, stopServer } from './server.ts';

beforeEach(async () => {
  await cleanup();
  // A notice that came after the end of the test before waits for the next place to show it.
  toast.dismiss();
  endSession();
  localStorage.clear();
  sessionStorage.clear();
  startServer();
  await page.viewport(1280, 900);
});
afterEach(stopServer);

import { expect, type Page, type Response } from '@playwright/test';
import { hashPassword } from '#server/features/auth/password-hashing.ts';
import { adminToken, memberToken, newMember } from '#tests/logins.ts';
import { enterOffice, expectSoundAtEachWidth } from './office.ts';
import { test } from './site.ts';

const password = 'Neem-tree-bench-27';

/** Records errors of the page: policy violations, hydration mismatches, failed scripts. */
function watchErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  return errors;
}

const header = (page: Page) => page.getByRole('banner');
const dialog = (page: Page) => page.getByRole('dialog');

async function openDialog(page: Page) {
  await page.goto('/', { waitUntil: 'networkidle' });
  await header(page).getByRole('link', { name: 'Login' }).click();
  await expect(dialog(page)).toBeVisible();
}

async function logIn(page: Page, email: string, secret = password) {
  await dialog(page).getByLabel('Email', { exact: true }).fill(email);
  await dialog(page).getByLabel('Password', { exact: true }).fill(secret);
  await dialog(page).getByRole('button', { name: 'Login', exact: true }).click();
}

async function carryToken(page: Page, token: string) {
  await page.addInitScript((value) => {
    if (!sessionStorage.getItem('given')) localStorage.setItem('token', value);
    sessionStorage.setItem('given', 'yes');
  }, token);
}

test.beforeEach(({ site }) => site.reset());

test('the header and the footer lead everywhere', async ({ page }) => {
  const errors = watchErrors(page);
  await page.goto('/news', { waitUntil: 'networkidle' });
  const main = header(page).getByRole('navigation', { name: 'Main' }).getByRole('link');
  expect(await main.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
    '/',
    '/about',
    '/news',
    '/conferences',
    '/directory',
    '/resources',
    '/Gallery',
    '/membership',
    '/contact-us',
  ]);
  await expect(main).toHaveText([
    'Home',
    'About',
    'News',
    'Conferences',
    'Directory',
    'Resources',
    'Gallery',
    'Membership',
    'Contact Us',
  ]);
  await expect(header(page).getByRole('link', { name: 'News', exact: true })).toHaveAttribute('aria-current', 'page');
  const footer = page.getByRole('contentinfo');
  const below = footer.getByRole('navigation').getByRole('link');
  expect(await below.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
    '/about',
    '/resources',
    '/documents',
    '/membership',
    '/news',
    '/conferences',
    '/PrivacyPolicy',
    '/TermsConditions',
    '/RefundPolicy',
  ]);
  await expect(below).toHaveText([
    'About',
    'Resources',
    'Documents',
    'Membership',
    'News',
    'Conferences',
    'Privacy Policy',
    'Terms and Conditions',
    'Refund Policy',
  ]);
  await expect(footer.getByText('© 2025')).toBeVisible();
  await expect(footer.getByRole('heading', { name: 'Follow us' })).toBeVisible();
  for (const name of ['About', 'Gallery', 'Membership', 'Contact Us', 'Resources', 'Conferences', 'Home']) {
    await header(page).getByRole('link', { name, exact: true }).click();
    await expect(header(page).getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  }
  expect(errors).toEqual([]);
});

test('on a new site, without telephone and e-mail, nothing in the header covers anything at any width', async ({
  page,
}) => {
  await page.goto('/');
  for (const width of [320, 360, 390, 639, 768, 1024, 1280, 1920]) {
    await page.setViewportSize({ width, height: 740 });
    const name = header(page).getByRole('link', { name: /, home$/ });
    expect((await name.boundingBox())?.height, `${width}`).toBeLessThan(80);
    const covered = await header(page).evaluate((element) => {
      const parts = [...element.querySelectorAll('a, button, summary')].filter((part) => part.checkVisibility());
      const boxes = parts.map((part) => {
        const text = part.ownerDocument.createRange();
        text.selectNodeContents(part);
        const [box, words] = [part.getBoundingClientRect(), text.getBoundingClientRect()];
        const right = Math.max(box.right, words.right);
        return { left: box.left, right, top: box.top, bottom: box.bottom };
      });
      return parts.flatMap((part, index) => {
        const { left, right, top, bottom } = boxes[index]!;
        const overlaps = boxes.some(
          (other, at) =>
            at > index && other.left < right && other.right > left && other.top < bottom && other.bottom > top,
        );
        return overlaps || right > element.clientWidth ? [part.textContent] : [];
      });
    });
    expect(covered, `${width}`).toEqual([]);
  }
});

test('a new page begins at its top', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto('/TermsConditions');
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Refund Policy' });
  await link.scrollIntoViewIfNeeded();
  expect(await page.evaluate('window.scrollY')).toBeGreaterThan(100);
  await link.click();
  await expect(page).toHaveTitle(/^Refund Policy/);
  await expect.poll(() => page.evaluate('window.scrollY')).toBe(0);
});

test('unknown addresses lead home, below /admin to its login, in any case', async ({ page, request }) => {
  const where = async (path: string) => {
    const answer = await request.get(path, { maxRedirects: 0 });
    return [answer.status(), answer.headers().location];
  };
  expect(await where('/no/such/page')).toEqual([302, '/']);
  expect(await where('/admin/nothing')).toEqual([302, '/admin/Login']);
  expect((await where('/gallery'))[0]).toBe(200);
  expect((await where('/admin/login'))[0]).toBe(200);
  await page.goto('/ABOUT', { waitUntil: 'networkidle' });
  await expect(page.getByRole('heading', { level: 1, name: 'ABOUT' })).toBeVisible();
});

test('a wrong address leads where it should, and says so there; in the office to the Overview', async ({
  page,
  site,
}) => {
  const notice = page.getByText('There is no page at that address.');
  await page.goto('/no/such/page');
  await expect(page).toHaveURL(/\/$/);
  await expect(notice).toBeVisible();
  await page.reload({ waitUntil: 'networkidle' });
  await expect(notice).toBeHidden();
  await page.goto('/hi/no/such/page');
  await expect(page).toHaveURL(/\/hi$/);
  await expect(page.getByText('उस पते पर कोई पृष्ठ नहीं है।')).toBeVisible();
  await page.goto('/admin/nothing');
  await expect(page).toHaveURL(/\/admin\/Login$/);
  await expect(notice).toBeVisible();
  await enterOffice(page, site, '/admin/News');
  await page.goto('/admin/nothing');
  await expect(page).toHaveURL(/\/admin\/Overview$/);
  await expect(notice).toBeVisible();
});

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });

  test('pages are there, the menu opens and Login is a link', async ({ page }) => {
    await page.goto('/about');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    const menu = page.getByRole('navigation', { name: 'Menu' });
    await expect(menu.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/?login');
    await menu.getByRole('link', { name: 'News' }).click();
    await expect(page).toHaveURL(/\/news$/);
  });

  test('pages that need one say so, and nothing seems to load', async ({ page }) => {
    for (const path of ['/directory', '/admin/Overview']) {
      await page.goto(path);
      await expect(page.locator('noscript p')).toBeInViewport();
      await expect(page.getByRole('status')).toBeHidden();
    }
  });
});

test('with a token Register and Login never appear, not even before a script has run', async ({ page, site }) => {
  await carryToken(page, await memberToken(site));
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/');
  await expect(header(page).getByRole('button', { name: 'Profile' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Register' })).toHaveCount(0);
  await expect(header(page).getByRole('link', { name: 'Login' })).toHaveCount(0);
});

test('a page for members sends visitors to the login and afterwards back', async ({ page, site }) => {
  const member = await newMember(site, { passwordHash: await hashPassword(password) });
  await page.goto('/Profile');
  await expect(dialog(page)).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/');
  await logIn(page, member.email);
  await expect(page).toHaveURL(/\/Profile$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.locator('.Toastify__toast--success')).toBeVisible();
  await page.reload();
  await expect(page).toHaveURL(/\/Profile$/);
});

test('a login that wanted no page leads to the member’s home, where what waits and the card stand', async ({
  page,
  site,
}) => {
  const member = await newMember(site, { passwordHash: await hashPassword(password) });
  await openDialog(page);
  await logIn(page, member.email);
  await expect(page).toHaveURL(/\/Member-home$/);
  await expect(page.getByRole('heading', { level: 1, name: `Welcome, ${member.name}` })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Find a colleague' }).fill('Deshmukh');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/directory\?name=Deshmukh$/);
  await page.setViewportSize({ width: 360, height: 740 });
  const bar = page.getByRole('navigation', { name: 'Members' });
  await expect(bar.getByRole('link')).toHaveText(['Home', 'Directory', 'Library', 'Votes', 'Profile']);
  await expect(bar.getByRole('link', { name: 'Directory' })).toHaveAttribute('aria-current', 'page');
  await bar.getByRole('link', { name: 'Home' }).click();
  await expect(page).toHaveURL(/\/Member-home$/);
});

test('a temporary password leads to Change Password and stays in view', async ({ page, site }) => {
  const member = await newMember(site, {
    passwordHash: await hashPassword(password),
    temporaryPasswordUntil: new Date(Date.now() + 86_400_000),
    mustChangePassword: true,
  });
  await openDialog(page);
  await logIn(page, member.email);
  await expect(page).toHaveURL(/\/ChangePassword$/);
  // Of this page: the address changes while the page before still stands.
  await expect(page.getByRole('heading', { level: 1, name: 'Change Password' })).toBeVisible();
  await expectSoundAtEachWidth(page);
  await header(page).getByRole('link', { name: 'News', exact: true }).click();
  await expect(page.getByText('You are using a temporary password.')).toBeVisible();
});

test('an administrator whose session has ended logs in over the page, or is sent to the login', async ({
  page,
  site,
}) => {
  const errors = watchErrors(page);
  await carryToken(page, 'admin_dead-and-gone-for-a-long-time-already-0');
  await page.goto('/admin/Log');
  await expect(dialog(page).getByRole('heading', { name: 'Administrator Login' })).toBeVisible();
  await dialog(page).getByLabel('Email', { exact: true }).fill(site.admin.email);
  await dialog(page).getByLabel('Password', { exact: true }).fill(site.admin.password);
  await dialog(page).getByRole('button', { name: 'Login', exact: true }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole('table')).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/Log$/);

  // Over a dialog too, which hides the page from screen readers: login and notices must be outside of the hidden part.
  await page.getByRole('link', { name: 'Resources' }).click();
  await page.getByRole('button', { name: 'Add Resource' }).click();
  const form = page.getByRole('dialog', { name: 'Add Resource' });
  await form.getByLabel('Resource Link').fill('https://www.example.org/typed');
  await site.database.execute('delete from sessions');
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  const login = page.getByRole('dialog', { name: 'Administrator Login' });
  await login.getByRole('textbox', { name: 'Email' }).fill(site.admin.email);
  await login.getByRole('textbox', { name: 'Password' }).fill(site.admin.password);
  await page.route('**/api/Resoures/CreateResourses', (route) =>
    route.fulfill({ json: { success: false, message: 'The link was not taken.' } }),
  );
  await login.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'The link was not taken.' })).toBeVisible();
  await expect(form.getByLabel('Resource Link')).toHaveValue(/typed$/);
  await page.unroute('**/api/Resoures/CreateResourses');
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('link', { name: 'https://www.example.org/typed' })).toBeVisible();

  await site.database.execute('delete from sessions');
  await page.getByRole('link', { name: 'Contacts' }).click();
  await expect(dialog(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/admin\/Login$/);
  // Only the refused calls are logged, and no policy violations.
  expect(errors.filter((text) => !/401|NOT_LOGGED_IN|Please log in/.test(text))).toEqual([]);
});

test('each token opens its own area', async ({ page, site }) => {
  await page.goto('/admin/News');
  await expect(page).toHaveURL(/\/admin\/Login$/);
  await page.evaluate((token) => localStorage.setItem('token', token), await memberToken(site));
  await page.goto('/admin/News');
  await expect(page).toHaveURL(/\/admin\/Login$/);
  await page.evaluate((token) => localStorage.setItem('token', token), await adminToken(site));
  await page.goto('/Profile');
  await expect(page).toHaveURL(/\/admin\/Overview$/);
  const nav = page.getByRole('navigation', { name: 'Administration' });
  await expect(nav.getByRole('link')).toHaveText([
    'Overview',
    'Registrations',
    'Contacts',
    'Payments',
    'Deductions',
    'Shares',
    'Memberships',
    'Directory',
    'Conferences',
    'Letters',
    'News',
    'Gallery',
    'Resources',
    'Library',
    'Settings',
    'Office bearers',
    'Votes',
    'Report',
    'Ready',
    'Administrators',
    'Log',
  ]);
  await expect(page.getByText('Mails are NOT being sent.')).toBeVisible();
  await page.goto('/admin');
  await expect(nav.getByRole('link', { name: 'Overview' })).toHaveAttribute('aria-current', 'page');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/admin\/login$/);
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});

/** Opens the login dialog of a page whose scripts do not arrive before `release`, and fills it in. */
async function fillEarlyLogin(page: Page) {
  const { promise, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto('/about', { waitUntil: 'load' });
  await header(page).getByRole('link', { name: 'Login' }).click({ noWaitAfter: true });
  const dialog = page.getByRole('dialog', { name: 'Member Login' });
  await expect(dialog.getByLabel('Email')).toBeFocused();
  await page.keyboard.type('nobody@example.org');
  await dialog.getByLabel('Password', { exact: true }).fill('some words');
  return { dialog, release };
}

test('Login opens before any script has loaded, and its input and pressed buttons are kept', async ({ page }) => {
  const { dialog, release } = await fillEarlyLogin(page);
  await dialog.getByRole('button', { name: 'Login' }).click({ noWaitAfter: true });
  release();
  await expect(dialog.getByRole('alert')).toContainText('The e-mail or the password is incorrect');
  await expect(dialog.getByLabel('Email')).toHaveValue('nobody@example.org');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
  // By keyboard: a notice hangs over the link for five seconds.
  await header(page).getByRole('link', { name: 'Login' }).press('Enter');
  await expect(dialog.getByLabel('Email')).toHaveValue('');
});

test('a press on Login counts although the scripts arrive while the button is held down', async ({ page }) => {
  const { dialog, release } = await fillEarlyLogin(page);
  await dialog.getByRole('button', { name: 'Login' }).hover();
  await page.mouse.down();
  release();
  // Its script runs.
  await expect(page.locator('#login-island[data-mounted]')).toBeAttached();
  await page.mouse.up();
  await expect(dialog.getByRole('alert')).toContainText('The e-mail or the password is incorrect');
});

/** Counts the bytes of script that a page loads, without a cache and what an idle page fetches. */
async function watchScripts(page: Page) {
  await page.addInitScript("Object.defineProperty(navigator, 'connection', { value: { saveData: true } })");
  await (await page.context().newCDPSession(page)).send('Network.setCacheDisabled', { cacheDisabled: true });
  const scripts: Response[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.push(response);
  });
  return {
    scripts,
    bytes: () => scripts.reduce((sum, script) => sum + Number(script.headers()['content-length']), 0),
  };
}

test('reading and scrolling load no script', async ({ page }) => {
  const { scripts } = await watchScripts(page);
  for (const path of ['/', '/news', '/conferences', '/resources', '/membership', '/Gallery', '/contact-us']) {
    await page.goto(path, { waitUntil: 'networkidle' });
    await page.mouse.move(30, 300);
    await page.mouse.wheel(0, 900);
    await page.waitForTimeout(300);
    expect(scripts, path).toEqual([]);
  }
});

test('the first touch of Login takes at most 67 KB of script, and nothing of forms, notices or the app', async ({
  page,
}) => {
  const { scripts, bytes } = await watchScripts(page);
  await page.goto('/news', { waitUntil: 'networkidle' });
  await header(page).getByRole('link', { name: 'Login' }).click();
  await expect(page.locator('#login-island[data-mounted]')).toBeAttached();
  await page.waitForLoadState('networkidle');
  for (const script of scripts) {
    expect(script.headers()['content-encoding']).toBe('br');
    expect(await script.text(), script.url()).not.toMatch(/ZodError|handleSubmit|Toastify|createBrowserRouter/);
  }
  expect(bytes()).toBeGreaterThan(50_000);
  expect(bytes()).toBeLessThanOrEqual(67 * 1024);
});

test('the registration form takes at most 120 KB of script', async ({ page }) => {
  const { bytes } = await watchScripts(page);
  await page.goto('/membership', { waitUntil: 'networkidle' });
  expect(bytes()).toBe(0);
  await page.getByRole('button', { name: 'Click Here to Accept' }).click();
  await expect(page.getByRole('main').getByRole('form')).toBeVisible();
  await page.waitForLoadState('networkidle');
  test.info().annotations.push({ type: 'bytes', description: String(bytes()) });
  expect(bytes()).toBeGreaterThan(90_000);
  expect(bytes()).toBeLessThanOrEqual(120 * 1024);
});

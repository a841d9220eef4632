// Inlined into each page's head and run before the first paint: a logged-in person never sees Register and Login flash up.
// It decides only what is shown. Storage may be refused.
function showSession() {
  try {
    const token = localStorage.getItem('token');
    const { dataset } = document.documentElement;
    delete dataset.session;
    delete dataset.temporaryPassword;
    if (token) dataset.session = token.startsWith('admin_') ? 'admin' : 'member';
    if (token && localStorage.getItem('mustChangePassword') === 'true') dataset.temporaryPassword = '';
  } catch {}
}
showSession();
// Another tab has logged in or out.
addEventListener('storage', showSession);
addEventListener('pageshow', showSession);

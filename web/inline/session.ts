// Inlined into each page's head and run before the first paint: a logged-in person never sees Register and Login flash up.
// It decides only what is shown. Storage may be refused.
try {
  const token = localStorage.getItem('token');
  if (token) document.documentElement.dataset.session = token.startsWith('admin_') ? 'admin' : 'member';
} catch {}

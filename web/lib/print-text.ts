/** Prints a plain text without the page around it. */
export function printText(text: string) {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const frame = document.createElement('iframe');
  frame.title = 'Print';
  // Not `display: none`: some browsers then print an empty page.
  Object.assign(frame.style, { position: 'fixed', width: '0', height: '0', border: '0', visibility: 'hidden' });
  frame.src = address;
  frame.addEventListener('load', () => {
    const printed = frame.contentWindow;
    if (!printed) return;
    printed.addEventListener('afterprint', () => {
      frame.remove();
      URL.revokeObjectURL(address);
    });
    printed.focus();
    printed.print();
  });
  document.body.append(frame);
}

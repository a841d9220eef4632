/** Whether a button of the mouse is down, or a touch is being handled as one. */
let pressed = false;
export const isPressed = () => pressed;

if (typeof document !== 'undefined') {
  const set = (value: boolean) => () => {
    pressed = value;
  };
  document.addEventListener('mousedown', set(true), true);
  for (const end of ['mouseup', 'dragend', 'keydown']) document.addEventListener(end, set(false), true);
}

/** Waits until the press has ended with its click: until then nothing must move under the pointer. */
export function pressEnd(): Promise<void> {
  return new Promise((resolve) => {
    if (!pressed) resolve();
    else document.addEventListener('mouseup', () => setTimeout(resolve), { once: true });
  });
}

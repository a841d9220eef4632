import 'react-toastify/ReactToastify.css';
import './toasts.css';
import { ToastContainer, toast } from 'react-toastify/unstyled';

/** Where notices appear: top right, five seconds, waiting while somebody reads or is in another window. */
export function Toasts() {
  return (
    <ToastContainer
      position="top-right"
      autoClose={5000}
      pauseOnHover
      pauseOnFocusLoss
      draggable="touch"
      draggablePercent={80}
      hotKeys={(event) => event.altKey && event.code === 'KeyT'}
      closeOnClick={false}
      newestOnTop
      theme="light"
      aria-label="Notifications, Alt+T"
    />
  );
}

export const notify = { success: toast.success, error: toast.error, info: toast.info };

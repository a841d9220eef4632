import { ThemeProvider } from '@mui/material/styles';
import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs';
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider';
import 'dayjs/locale/en-in';
import type { ReactNode } from 'react';
import { theme } from './theme.ts';

/** Wraps everything that uses the component library: the registration form, the member and the admin area. */
export function LibraryProviders({ children }: { children: ReactNode }) {
  return (
    <ThemeProvider theme={theme}>
      <LocalizationProvider dateAdapter={AdapterDayjs} adapterLocale="en-in">
        {children}
      </LocalizationProvider>
    </ThemeProvider>
  );
}

import { createTheme } from '@mui/material/styles';
import { breakpoints, dropdown } from '#shared/limits.ts';
import tokensText from './tokens.css?raw';

/** The design tokens, read from the style sheet that declares them. */
const tokens = new Map([...tokensText.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name, value]));

function token(name: string): string {
  const value = tokens.get(name);
  if (value === undefined) throw new Error(`tokens.css has no --${name}`);
  return value;
}

const serif = { fontFamily: token('serif'), fontWeight: 600, lineHeight: 1.2 };
/** The contrast with the surface is still 6 to 1. */
const placeholderOpacity = 0.72;
const forcedColors = '@media (forced-colors: active)';
const touch = Number.parseInt(token('touch'), 10);

/** The component library's theme: labels above their fields, hairlines instead of shadows, 44 px targets. */
export const theme = createTheme({
  breakpoints: { values: breakpoints },
  spacing: 8,
  shape: { borderRadius: Number.parseInt(token('radius'), 10) },
  palette: {
    primary: { main: token('navy'), dark: token('navy-deep'), contrastText: '#fff' },
    secondary: { main: token('saffron'), dark: token('saffron-dark'), contrastText: '#fff' },
    success: { main: token('good') },
    warning: { main: token('warn') },
    error: { main: token('bad') },
    text: { primary: token('ink'), secondary: token('ink-soft') },
    background: { default: token('paper'), paper: token('surface') },
    divider: token('line'),
  },
  typography: {
    fontFamily: token('sans'),
    h1: { ...serif, fontSize: token('text-36') },
    h2: { ...serif, fontSize: token('text-28') },
    h3: { ...serif, fontSize: token('text-22') },
    body1: { lineHeight: 1.55 },
    body2: { lineHeight: 1.5 },
    button: { textTransform: 'none', fontWeight: 600, lineHeight: 1.3 },
  },
  transitions: {
    // At most 150 ms anywhere.
    duration: {
      shortest: 100,
      shorter: 120,
      short: 150,
      standard: 150,
      complex: 150,
      enteringScreen: 150,
      leavingScreen: 120,
    },
  },
  components: {
    MuiButtonBase: {
      defaultProps: { disableRipple: true },
      styleOverrides: {
        root: { '&.Mui-focusVisible': { outline: `3px solid ${token('navy')}`, outlineOffset: 2 } },
      },
    },
    MuiButton: {
      defaultProps: { disableElevation: true, variant: 'contained' },
      styleOverrides: {
        root: {
          minHeight: touch,
          paddingInline: 20,
          // Forced colours remove the button's background, and printing would leave white on white.
          [forcedColors]: { border: '1px solid ButtonBorder' },
          '@media print': { border: '1px solid #000', background: 'none', color: '#000' },
        },
        sizeSmall: { paddingInline: 12 },
      },
    },
    MuiIconButton: { styleOverrides: { root: { minWidth: touch, minHeight: touch } } },
    MuiTextField: { defaultProps: { fullWidth: true, variant: 'outlined' } },
    MuiFormControl: { defaultProps: { fullWidth: true } },
    MuiInputLabel: {
      defaultProps: { shrink: true },
      styleOverrides: {
        root: {
          position: 'static',
          transform: 'none',
          maxWidth: 'none',
          marginBottom: 6,
          overflow: 'visible',
          whiteSpace: 'normal',
          fontSize: token('text-14'),
          fontWeight: 600,
          lineHeight: 1.4,
          color: token('ink'),
          '&.Mui-focused': { color: token('ink') },
          '&.Mui-error': { color: token('ink') },
          '&.Mui-disabled': { color: token('ink-soft') },
        },
        asterisk: { color: token('bad') },
      },
    },
    MuiOutlinedInput: {
      defaultProps: { notched: false },
      styleOverrides: {
        root: {
          minHeight: touch,
          background: token('surface'),
          '&:hover:not(.Mui-disabled, .Mui-error, .Mui-focused) .MuiOutlinedInput-notchedOutline': {
            borderColor: token('navy'),
          },
        },
        input: {
          padding: '10px 14px',
          height: 'auto',
          lineHeight: '24px',
          boxSizing: 'border-box',
          minHeight: touch,
          // The icon before it has a padding of its own.
          '.MuiInputBase-adornedStart:not(.MuiAutocomplete-inputRoot) > &': { paddingLeft: 0 },
          // The library measures a row's height with this style; a touch-sized minimum would nearly double it.
          '&:is(textarea)': { minHeight: 0 },
          '&::placeholder': { opacity: placeholderOpacity },
        },
        multiline: { padding: 0 },
        notchedOutline: { top: 0, borderColor: token('line-strong'), '& legend': { display: 'none' } },
      },
    },
    MuiSelect: {
      defaultProps: {
        MenuProps: { slotProps: { paper: { sx: { width: dropdown.width, maxHeight: dropdown.height } } } },
      },
    },
    MuiMenuItem: { styleOverrides: { root: { minHeight: touch, whiteSpace: 'normal' } } },
    MuiFormHelperText: { styleOverrides: { root: { marginInline: 0, fontSize: token('text-14'), lineHeight: 1.4 } } },
    MuiFormLabel: { styleOverrides: { root: { color: token('ink') } } },
    MuiPaper: {
      styleOverrides: {
        root: { [forcedColors]: { border: '1px solid CanvasText' } },
        rounded: { borderRadius: Number.parseInt(token('radius'), 10) },
      },
    },
  },
});

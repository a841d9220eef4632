// The text of a module and its imports, compiled for a script element; see `vite.config.ts`.
declare module '*?script' {
  const text: string;
  export default text;
}

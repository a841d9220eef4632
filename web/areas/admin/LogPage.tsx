export function Component() {
  return <h1>Log</h1>;
}

export function Component() {
  return <h1>Resources</h1>;
}

export function Component() {
  return <h1>Conferences</h1>;
}

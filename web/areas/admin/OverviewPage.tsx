export function Component() {
  return <h1>Overview</h1>;
}

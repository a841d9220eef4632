export function Component() {
  return <h1>Directory</h1>;
}

declare module "*.wtr" {
  const text: string;
  export default text;
}
declare module "*.svg" {
  const text: string;
  export default text;
}

import '@remix-run/node';

declare module '@remix-run/node' {
  // Preserves Date and bigint values in loader data on the way to the component.
  interface Future {
    v3_singleFetch: true;
  }
}

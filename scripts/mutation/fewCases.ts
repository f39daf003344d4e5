import fc from 'fast-check';

// A changed source that a property test can notice it notices soon, and each test runs for hundreds of changes.
fc.configureGlobal({ numRuns: 20 });

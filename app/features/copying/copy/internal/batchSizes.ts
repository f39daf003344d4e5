/* Batch sizes of the jobs of copies. They are small because no other transaction writes during a batch. */

export const COPIES_PER_BATCH = 50;

/** Copies per batch when they catch up with their leader's orders; requests are served between batches. */
export const COPIES_PER_CATCH_UP = 100;

/** Copies per batch when a voided result is reversed. Each copy takes several postings. */
export const COPIES_PER_VOIDING = 20;

export const RESULTS_PER_MARKING = 500;

/** Largest number of batches that run before an administrator's page is answered; the job runs the others. */
export const BATCHES_IN_A_REQUEST = 20;

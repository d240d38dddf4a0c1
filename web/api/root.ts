/** Where the API answers, on the app's own origin. */
export const API_ROOT = '/api/v1';

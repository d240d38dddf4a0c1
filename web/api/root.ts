/** Path of the API on the app's own origin. */
export const API_ROOT = '/api/v1';

import { ReviewSchema } from '../store/review.schema';

// The orders of lists; ids tell apart what was created in the same millisecond.
ReviewSchema.index({ user_id: 1, created_at: 1, _id: 1 });
ReviewSchema.index({ user_id: 1, updated_at: 1, _id: 1 });
ReviewSchema.index({ user_id: 1, rating: 1, created_at: 1, _id: 1 });
ReviewSchema.index({ user_id: 1, location: 1, created_at: 1, _id: 1 });

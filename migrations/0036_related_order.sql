-- Jobs of a related record in the order of their ids: a list in the order of its names sorts nothing, however far the page.
CREATE INDEX directs_customer_only ON directs (customer_id);
CREATE INDEX directs_category_only ON directs (work_category_id);
CREATE INDEX directs_user_only ON directs (user_id);
CREATE INDEX directs_chekkusha_only ON directs (chekkusha_id);
CREATE INDEX directs_group_only ON directs (dept_grp_id);

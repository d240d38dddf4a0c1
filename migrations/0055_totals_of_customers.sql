-- The totals of all customers, in the order of the customers, from the index alone: a row of directs is wide.
CREATE INDEX directs_customer_area ON directs (customer_id, tsubosuu);

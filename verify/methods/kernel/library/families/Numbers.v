(* Comparison theorems that need no proof of their author's: a claim that has none is put to
   `by_families`. It takes the claim apart, finds the family by the shape of what is claimed, and is
   left with what the velocity has to satisfy: an inequality between numbers, term by term where it is
   one between sums. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Comparison.
Open Scope R_scope.

(* Of two things that hold at once each is learnt: were they taken apart later, they would be learnt anew. *)
Ltac learn p := let P := type of p in lazymatch P with
  | _ /\ _ => first [ learn (proj1 p); try learn (proj2 p) | learn (proj2 p) ]
  | _ => lazymatch goal with _ : P |- _ => fail | _ => pose proof p end
  end.
(* What is known for all times, and of all members, is known of those that are spoken of; it is used once. *)
Ltac of_those spoken := repeat match goal with
  | H : _ /\ _ |- _ => destruct H
  | H : forall t : R, 0 <= t -> _ |- _ => match goal with T : 0 <= ?t |- _ => is_var t; spoken t end;
      repeat match goal with T : 0 <= ?t |- _ => is_var t; spoken t; learn (H t T) end; clear H
  | H : forall i : ?I, _ |- _ => lazymatch I with R => fail | inner_product_space => fail | _ =>
      match goal with i : I |- _ => spoken i end; repeat match goal with i : I |- _ => spoken i; learn (H i) end; clear H end
  end.
Ltac of_these := of_those ltac:(fun _ => idtac).
(* A weight that is at least m, times a difference of known sign. *)
Ltac not_negative x y := lazymatch goal with _ : 0 <= x * y |- _ => fail | _ =>
  assert (0 <= x * y) by (apply Rmult_le_pos; lra) end.
Ltac products := repeat match goal with
  | H : ?m <= ?w |- context [?w * (?x - ?y)] =>
      first [ not_negative (w - m) (x - y) | not_negative (w - m) (y - x) ]
  end.
Ltac no_velocities := repeat match goal with D : forall t : R, _ |- _ =>
  lazymatch type of D with context [is_derive] => clear D end end.
Ltac numbers := cbv beta; no_velocities; of_these; products; first [ lra | nra ].
(* What is not negative by its form, or by what is known of members. *)
Ltac not_negative_by_form := cbv beta; first [ solve [ auto ] | lra | lazymatch goal with
  | |- 0 <= _ * _ => apply Rmult_le_pos; not_negative_by_form
  | |- 0 <= _ + _ => apply Rplus_le_le_0_compat; not_negative_by_form
  | |- 0 <= exp _ => left; apply exp_pos
  | |- 0 <= _ / _ => unfold Rdiv; apply Rmult_le_pos; not_negative_by_form
  | |- 0 <= / _ => left; apply Rinv_0_lt_compat; positive_by_form
  | |- 0 <= total _ _ => apply total_nonneg; intro; not_negative_by_form
  | |- 0 <= size _ => left; positive_by_form
  | |- 0 <= _ ^ 2 => apply pow2_ge_0
  | |- 0 <= inner ?x ?x => apply inner_nonneg
  | |- 0 <= _ ^ _ => apply pow_le; not_negative_by_form
  | |- 0 <= - _ => progress ring_simplify; not_negative_by_form
  | |- 0 <= 1 - inner _ _ => apply unit_gap; solve [ auto ] | |- 0 <= 1 + inner _ _ => apply unit_gap_plus; solve [ auto ]
  | |- 0 <= _ => solve [ of_these; lra ]
  end ]
with positive_by_form := cbv beta; first [ solve [ auto ] | lra | lazymatch goal with
  | |- 0 < _ * _ => apply Rmult_lt_0_compat; positive_by_form
  | |- 0 < exp _ => apply exp_pos
  | |- 0 < _ / _ => apply Rdiv_lt_0_compat; positive_by_form
  | |- 0 < / _ => apply Rinv_0_lt_compat; positive_by_form
  | |- 0 < _ ^ _ => apply pow_lt; positive_by_form
  | |- 0 < _ + _ => first [ apply Rplus_lt_le_0_compat; [ positive_by_form | not_negative_by_form ]
      | apply Rplus_le_lt_0_compat; [ not_negative_by_form | positive_by_form ] ]
  | All : enumerates ?T |- 0 < size ?T => exact (size_positive T All)
  | All : enumerates ?T |- 0 < total ?T _ => apply (total_positive T); [ exact All | intro; positive_by_form ]
  | |- 0 < _ => solve [ of_these; lra ]
  end ].
(* A rate that is so much for each of them. *)
Ltac each T k := let F := eval pattern (size T) in k in lazymatch F with ?f _ =>
  let m := eval cbv beta in (f 1) in replace k with (size T * m) by ring end.
Ltac slope := cbv beta; intros; lazymatch goal with
  | |- 0 <= total _ _ => apply sum_not_negative; intros; solve [ numbers ]
  | |- total _ _ <= 0 => apply sum_not_positive; intros; solve [ numbers ]
  | |- total ?T ?f - total ?T ?g <= ?k * ?x =>
      each T k; apply sums_apart; intros; solve [ numbers ]
  | |- total _ _ - total _ _ <= 0 => apply sums_not_apart; intros; solve [ numbers ]
  | |- total ?T ?f <= ?k * ?x => each T k; apply sum_at_most; intros; solve [ numbers ]
  | |- _ => solve [ numbers ]
  end.
Ltac one_number := match goal with
  | D : forall t : R, 0 <= t -> is_derive (fun s => ?u s) t (@?du t) |- ?u ?t <= ?M * exp (?k * ?t) =>
      apply (decays u du k M D); [ numbers | slope | assumption ]
  | D : forall t : R, 0 <= t -> is_derive (fun s => ?u s) t (@?du t) |- ?s <= ?u ?t =>
      apply (stays_above u du s D); [ numbers | slope | assumption ]
  | D : forall t : R, 0 <= t -> is_derive (fun s => ?u s) t (@?du t) |- ?u ?t <= ?M =>
      apply (stays_below u du M D); [ numbers | slope | assumption ]
  | D : forall t : R, 0 <= t -> is_derive (fun s => ?u s) t (@?du t) |- nondecreasing _ =>
      intros ? ? ?; apply (rises u du D); [ slope | assumption ]
  end.
Ltac members := match goal with
  | All : enumerates ?T, D : forall (t : R) (i : _), 0 <= t -> is_derive (fun s => ?u s i) t (@?du t i)
    |- ?u ?t ?i - ?u ?t ?j <= ?M * exp (?k * ?t) =>
      apply (spread_of_them T u du All D k M); [ intros; numbers | slope | assumption ]
  | All : enumerates ?T, D : forall (t : R) (i : _), 0 <= t -> is_derive (fun s => ?u s i) t (@?du t i)
    |- ?u ?t ?i - ?u ?t ?j <= ?M =>
      apply (spread_stays T u du All D M); [ intros; numbers | slope | assumption ]
  | All : enumerates ?T, D : forall (t : R) (i : _), 0 <= t -> is_derive (fun s => ?u s i) t (@?du t i)
    |- ?u ?t ?i <= ?M * exp (?k * ?t) =>
      apply (largest_of_them T u du All D k M); [ intros; numbers | slope | assumption ]
  | All : enumerates ?T, D : forall (t : R) (i : _), 0 <= t -> is_derive (fun s => ?u s i) t (@?du t i)
    |- ?s <= ?u ?t ?i =>
      apply (all_stay_above T u du All D s); [ intros; numbers | slope | assumption ]
  | All : enumerates ?T, D : forall (t : R) (i : _), 0 <= t -> is_derive (fun s => ?u s i) t (@?du t i)
    |- ?u ?t ?i <= ?M =>
      apply (all_stay_below T u du All D M); [ intros; numbers | slope | assumption ]
  end.
Ltac by_families := intros; repeat match goal with H : _ /\ _ |- _ => destruct H end;
  repeat match goal with
  | |- _ /\ _ => split
  | |- _ <-> _ => split
  | |- _ -> _ => intro
  | |- forall _, _ => intro
  | H : _ /\ _ |- _ => destruct H
  end;
  first [ tauto | solve [ one_number ] | solve [ members ] | solve [ numbers ] ].

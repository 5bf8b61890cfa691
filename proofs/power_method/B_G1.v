(* Global consensus at v: Cones.v has the layers. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words Curves Complete Cones.
Open Scope R_scope.

(* The largest tangent, or more. *)
Lemma some_cone {U : inner_product_space} {Token} (tokens : list Token) (v : U) (x : Token -> U) :
  lists tokens -> (forall i, inner (x i) (x i) = 1) -> (forall i, 0 < inner v (x i)) ->
  exists rho, 0 <= rho /\ cone v rho x.
Proof.
  intros All Unit Inside. set (t i := vnorm (beside v (x i)) / inner v (x i)).
  assert (Pos : forall i, 0 <= t i).
  { intro i. apply Rmult_le_pos; [apply vnorm_nonneg | left; apply Rinv_0_lt_compat; auto]. }
  exists (total tokens t). split; [apply total_nonneg; auto|]. intro i. split; [auto|]. split; [auto|].
  replace (vnorm (beside v (x i))) with (t i * inner v (x i)) by
    (unfold t; specialize (Inside i); field; lra).
  apply Rmult_le_compat_r; [left; auto | apply total_at_least; auto].
Qed.

Section Pulled.
Context {U : inner_product_space} {Token Head : Type} (tokens : list Token) (heads : list Head) (v : U) (tau : R)
  (A : nat -> Head -> Token -> Token -> R) (f : nat -> Head -> Token -> U) (x : nat -> Token -> U).
Definition pulled lam mu := (forall h, 0 <= lam h /\ 0 <= mu h) /\ forall k, pulls tokens v lam mu (A k) (x k) (f k).
Definition inside r k i := vnorm (beside v (x k i)) <= r * inner v (x k i).
Definition slower lam mu r := 1 + tau * total heads lam <> 0 /\ shrinks heads lam mu tau <= exp (-1 * r).
Definition fast (say : R -> nat -> Token -> Prop) := forall lam mu rho, 0 <= rho -> forall r,
  pulled lam mu /\ slower lam mu r /\ (forall i, inside rho 0 i) -> forall k i, say (rho * exp (-1 * r * INR k)) k i.
Definition small r k i := inner (x k i) (x k i) = 1 /\ 0 < inner v (x k i) /\ inside r k i.
Definition near r k i := vnorm (vsub (x k i) v) <= r.
Hypotheses (Unit : inner v v = 1) (Tau : 0 < tau) (Start : forall i, inner (x 0%nat i) (x 0%nat i) = 1)
  (Inside : forall i, 0 < inner v (x 0%nat i)).
Lemma tangents : (forall k h i j, 0 <= A k h i j) -> (forall k h i, total tokens (A k h i) = 1) ->
  (forall k, one_layer heads tau (f k) (x k) (x (S k))) -> fast small.
Proof.
  intros Pos Sum Go lam mu rho R r [[Signs Pull] [[_ Below] Tangents]] k i.
  assert (La : forall h, 0 <= lam h) by apply Signs. assert (Mu : forall h, 0 <= mu h) by apply Signs.
  assert (Rows : forall k h, stochastic tokens (A k h)) by (intros; split; [intros; apply Pos | intro; apply Sum]).
  destruct (tangents_shrink tokens heads v lam mu tau Unit La Mu Tau A f x Rows Pull Go rho R) with (k := k) (i := i)
    as [One [In T]]; [intro j; repeat split; auto; apply Tangents|].
  split; [exact One|]. split; [exact In|]. eapply Rle_trans; [exact T|]. apply Rmult_le_compat_r; [lra|].
  apply Rmult_le_compat_l; [exact R|]. replace (-1 * r * INR k) with (- r * INR k) by ring.
  apply below_exponential; [apply shrinks_positive; auto|]. replace (- r) with (-1 * r) by ring. exact Below.
Qed.
Lemma distances : fast small -> fast near.
Proof.
  intros T lam mu rho R r H k i. destruct (T lam mu rho R r H k i) as [One [In N]].
  apply near_by_tangent; auto. apply Rmult_le_pos; [exact R | left; apply exp_pos].
Qed.
Lemma gather : enumerates tokens -> fast near -> forall lam mu, pulled lam mu /\ total heads mu < total heads lam ->
  forall i, layers_vtend (fun k => x k i) v.
Proof.
  intros ET Near lam mu [P Less] i.
  assert (La : forall h, 0 <= lam h) by apply P. assert (Mu : forall h, 0 <= mu h) by apply P.
  assert (S := sums_nonneg heads lam mu tau La Mu Tau).
  destruct (some_cone tokens v (x 0%nat) (proj2 (proj2 ET)) Start Inside) as [rho [R C]].
  destruct (some_rate (shrinks heads lam mu tau)) as [r [Rp L]].
  { split; [apply shrinks_positive; auto|]. unfold shrinks.
    assert (tau * total heads mu < tau * total heads lam) by (apply Rmult_lt_compat_l; assumption).
    apply Rmult_lt_reg_r with (1 + tau * total heads lam); [lra|].
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  intros e E. destruct (exp_small rho r (e / 2)) as [n N]; try lra. exists n. intros k K.
  rewrite Rminus_0_r, Rabs_right by (apply Rle_ge, vnorm_nonneg).
  eapply Rle_lt_trans; [apply (Near lam mu rho R r)|].
  - split; [exact P|]. split; [split; [lra | replace (-1 * r) with (- r) by ring; exact L] | intro j; apply C].
  - replace (-1 * r * INR k) with (- r * INR k) by ring. specialize (N k K). lra.
Qed.
End Pulled.

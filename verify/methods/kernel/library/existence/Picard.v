(* A flow whose speed is Lipschitz in a box, and does not point outwards on its faces, has a solution from every
   start in the box, for all time, that stays there (Picard): outside, the speed is taken to be that of the nearest
   place in the box. Formulas without kinks are Lipschitz in every box, so that is read from the speed itself. *)
From Coq Require Import Reals Lra List.
From Coq Require FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words OneFunction Curves Bounded Families Inferences Compactness Frechet Existence Numbers Inferring.
Open Scope R_scope.

Section Box.
Context {I : Type} (T : list I) (lo hi : I -> R).
Hypothesis All : lists T.
Definition in_box (x : I -> R) := forall i, lo i <= x i <= hi i.
Definition tame_in (g : (I -> R) -> R) := exists b L, 0 <= b /\ 0 <= L /\ forall x y d, in_box x -> in_box y -> 0 <= d ->
  (forall i, Rabs (x i - y i) <= d) -> Rabs (g x) <= b /\ Rabs (g x - g y) <= L * d.
Lemma tame_in_const c : tame_in (fun _ => c).
Proof.
  exists (Rabs c), 0. split; [apply Rabs_pos|]. split; [lra|]. intros. rewrite Rminus_eq_0, Rabs_R0. lra.
Qed.
Lemma tame_in_part i : tame_in (fun x => x i).
Proof.
  exists (Rabs (lo i) + Rabs (hi i)), 1. assert (P := Rabs_pos (lo i)). assert (Q := Rabs_pos (hi i)).
  split; [lra|]. split; [lra|]. intros x y d X Y D N. specialize (X i). specialize (N i). split; [|lra].
  assert (A := Rle_abs (hi i)). assert (B := Rle_abs (- lo i)). rewrite Rabs_Ropp in B. apply Rabs_le. lra.
Qed.
Lemma tame_in_plus g h : tame_in g -> tame_in h -> tame_in (fun x => g x + h x).
Proof.
  intros [b [L [B0 [L0 G]]]] [c [M [C0 [M0 H]]]]. exists (b + c), (L + M). split; [lra|]. split; [lra|].
  intros x y d X Y D N. destruct (G x y d X Y D N). destruct (H x y d X Y D N). split.
  - eapply Rle_trans; [apply Rabs_triang | lra].
  - replace (g x + h x - (g y + h y)) with (g x - g y + (h x - h y)) by ring.
    eapply Rle_trans; [apply Rabs_triang | lra].
Qed.
Lemma tame_in_mult g h : tame_in g -> tame_in h -> tame_in (fun x => g x * h x).
Proof.
  intros [b [L [B0 [L0 G]]]] [c [M [C0 [M0 H]]]]. exists (b * c), (L * c + b * M).
  split; [apply Rmult_le_pos; auto|]. split; [apply Rplus_le_le_0_compat; apply Rmult_le_pos; auto|].
  intros x y d X Y D N. destruct (G x y d X Y D N) as [G1 G2]. destruct (H x y d X Y D N) as [H1 H2].
  assert (G3 : Rabs (g y) <= b) by (apply (G y y d Y Y D); intro; rewrite Rminus_eq_0, Rabs_R0; exact D). split.
  - rewrite Rabs_mult. apply Rmult_le_compat; auto using Rabs_pos.
  - replace (g x * h x - g y * h y) with ((g x - g y) * h x + g y * (h x - h y)) by ring.
    eapply Rle_trans; [apply Rabs_triang|]. rewrite !Rabs_mult.
    replace ((L * c + b * M) * d) with (L * d * c + b * (M * d)) by ring.
    apply Rplus_le_compat; apply Rmult_le_compat; auto using Rabs_pos.
Qed.
Lemma tame_in_opp g : tame_in g -> tame_in (fun x => - g x).
Proof.
  intro G. destruct (tame_in_mult _ _ (tame_in_const (-1)) G) as [b [L H]]. exists b, L.
  destruct H as [B0 [L0 H]]. split; [auto|]. split; [auto|]. intros x y d X Y D N. specialize (H x y d X Y D N).
  cbv beta in H. replace (-1 * g x) with (- g x) in H by ring. replace (-1 * g y) with (- g y) in H by ring. exact H.
Qed.
Lemma tame_in_minus g h : tame_in g -> tame_in h -> tame_in (fun x => g x - h x).
Proof. intros G H. apply tame_in_plus; [exact G | exact (tame_in_opp h H)]. Qed.
Lemma tame_in_pow g n : tame_in g -> tame_in (fun x => g x ^ n).
Proof. intro G. induction n; [exact (tame_in_const 1) | exact (tame_in_mult _ _ G IHn)]. Qed.
Lemma tame_in_total {A} (U : list A) (g : (I -> R) -> A -> R) : (forall k, tame_in (fun x => g x k)) ->
  tame_in (fun x => total U (g x)).
Proof. intro G. induction U; [exact (tame_in_const 0) | exact (tame_in_plus _ _ (G a) IHU)]. Qed.
Lemma tame_in_abs g : tame_in g -> tame_in (fun x => sqrt (g x ^ 2)).
Proof.
  intros [b [L [B0 [L0 G]]]]. exists b, L. split; [auto|]. split; [auto|]. intros x y d X Y D N.
  destruct (G x y d X Y D N). rewrite <- !Rsqr_pow2, !sqrt_Rsqr_abs, Rabs_Rabsolu. split; [auto|].
  eapply Rle_trans; [apply Rabs_triang_inv2 | auto].
Qed.
(* A function is tame where its slope is bounded. *)
Lemma tame_in_of (h dh : R -> R) p q B g : 0 <= B -> (forall x, in_box x -> p <= g x <= q) ->
  (forall t, p <= t <= q -> is_derive h t (dh t) /\ Rabs (dh t) <= B) -> tame_in g -> tame_in (fun x => h (g x)).
Proof.
  intros B0 Range Slope [b [L [b0 [L0 G]]]].
  assert (Near : forall s t, p <= s <= q -> p <= t <= q -> Rabs (h s - h t) <= B * Rabs (s - t)).
  { assert (Up : forall s t, p <= s <= q -> p <= t <= q -> s <= t -> Rabs (h s - h t) <= B * Rabs (s - t)).
    { intros s t S U ST.
      assert (D : forall u, s <= u <= t -> is_derive h u (dh u) /\ - B <= dh u <= B).
      { intros u V. destruct (Slope u ltac:(lra)) as [Du Bu]. split; [exact Du | apply Rabs_le_between, Bu]. }
      assert (G1 := growth h dh (- B) s t ST (fun u V => proj1 (D u V)) (fun u V => proj1 (proj2 (D u V)))).
      assert (G2 := growth (fun u => - h u) (fun u => - dh u) (- B) s t ST
        (fun u V => derive_opp h u _ (proj1 (D u V))) ltac:(intros u V; destruct (D u V); lra)).
      cbv beta in G2. rewrite (Rabs_left1 (s - t)) by lra. apply Rabs_le. lra. }
    intros s t S U. destruct (Rle_lt_dec s t); [apply Up; auto|].
    rewrite (Rabs_minus_sym (h s)), (Rabs_minus_sym s). apply Up; auto. lra. }
  exists (Rabs (h p) + B * (Rabs p + b)), (B * L). assert (P := Rabs_pos (h p)). assert (Q := Rabs_pos p).
  assert (0 <= B * (Rabs p + b)) by (apply Rmult_le_pos; lra).
  split; [lra|]. split; [apply Rmult_le_pos; auto|]. intros x y d X Y D N. destruct (G x y d X Y D N) as [G1 G2].
  assert (Rx := Range x X). assert (Ry := Range y Y). split.
  - replace (h (g x)) with (h p + (h (g x) - h p)) by ring. eapply Rle_trans; [apply Rabs_triang|].
    apply Rplus_le_compat_l. eapply Rle_trans; [apply Near; lra|]. apply Rmult_le_compat_l; [exact B0|].
    assert (V := Rabs_triang (g x) (- p)). rewrite Rabs_Ropp in V. unfold Rminus. lra.
  - rewrite Rmult_assoc. eapply Rle_trans; [apply Near; auto|]. apply Rmult_le_compat_l; auto.
Qed.
Lemma bounded_in g : tame_in g -> exists b, 0 <= b /\ forall x, in_box x -> - b <= g x <= b.
Proof.
  intros [b [L [B0 [L0 G]]]]. exists b. split; [exact B0|]. intros x X. apply Rabs_le_between.
  apply (G x x 0 X X (Rle_refl 0)). intro. rewrite Rminus_eq_0, Rabs_R0. lra.
Qed.
Lemma tame_in_exp g : tame_in g -> tame_in (fun x => exp (g x)).
Proof.
  intro G. destruct (bounded_in g G) as [b [B0 H]]. apply (tame_in_of exp exp (- b) b (exp b)); auto.
  - left. apply exp_pos.
  - intros t Ht. split; [apply is_derive_Reals, derivable_pt_lim_exp|].
    rewrite Rabs_right by (left; apply exp_pos). apply exp_le. lra.
Qed.
Lemma tame_in_sin g : tame_in g -> tame_in (fun x => sin (g x)).
Proof.
  intro G. destruct (bounded_in g G) as [b [B0 H]]. apply (tame_in_of sin cos (- b) b 1); auto; [lra|].
  intros t _. split; [apply is_derive_Reals, derivable_pt_lim_sin | apply Rabs_le, COS_bound].
Qed.
Lemma tame_in_cos g : tame_in g -> tame_in (fun x => cos (g x)).
Proof.
  intro G. destruct (bounded_in g G) as [b [B0 H]]. apply (tame_in_of cos (fun t => - sin t) (- b) b 1); auto; [lra|].
  intros t _. split; [apply is_derive_Reals, derivable_pt_lim_cos | rewrite Rabs_Ropp; apply Rabs_le, SIN_bound].
Qed.
(* What is positive in a box is bounded away from 0, for a box is compact. *)
Lemma away_from_zero g : tame_in g -> (forall x, in_box x -> 0 < g x) -> exists m, 0 < m /\ forall x, in_box x -> m <= g x.
Proof.
  intros G Pos. destruct (bounded_in g G) as [b [B0 Bd]]. destruct G as [b' [L [_ [L0 G]]]].
  set (E := fun c => c <= 1 /\ forall x, in_box x -> c <= g x).
  destruct (completeness E) as [m [Up Least]].
  { exists 1. intros c C. apply C. }
  { exists 0. split; [lra|]. intros x X. left. apply Pos, X. }
  assert (Low : forall x, in_box x -> m <= g x) by (intros x X; apply Least; intros c [_ C]; apply C, X).
  exists m. split; [|exact Low]. apply Rnot_le_lt. intro M.
  assert (Inv : forall n, 0 < / (INR n + 1)) by (intro n; apply Rinv_0_lt_compat; assert (H := pos_INR n); lra).
  assert (Inv1 : forall n, / (INR n + 1) <= 1).
  { intro n. rewrite <- Rinv_1. apply Rinv_le_contravar; [lra|]. assert (H := pos_INR n). lra. }
  set (Q := fun n x => in_box x /\ g x < / (INR n + 1)).
  set (top := total T (fun i => Rabs (lo i) + Rabs (hi i))).
  destruct (cluster_of_many T (fun i x => x i) top Q) as [a Ha].
  - intros n k x H [X Y]. split; [exact X|]. eapply Rlt_le_trans; [exact Y|]. apply Rinv_le_contravar.
    + assert (P := pos_INR n). lra.
    + apply le_INR in H. lra.
  - intros n N. assert (C : E (/ (INR n + 1))).
    { split; [apply Inv1|]. intros x X. apply Rnot_lt_le. intro Lt. apply N. exists x. split; auto. }
    specialize (Up _ C). specialize (Inv n). lra.
  - intros i x [X _]. specialize (X i). apply Rle_trans with (Rabs (lo i) + Rabs (hi i)).
    + assert (A := Rle_abs (hi i)). assert (B := Rle_abs (- lo i)). rewrite Rabs_Ropp in B.
      assert (P := Rabs_pos (lo i)). assert (P' := Rabs_pos (hi i)). apply Rabs_le. lra.
    + apply (total_at_least T (fun i => Rabs (lo i) + Rabs (hi i))); [apply All|]. intro k.
      assert (P := Rabs_pos (lo k)). assert (P' := Rabs_pos (hi k)). lra.
  - assert (A : in_box a).
    { intro i. split; apply Rnot_lt_le; intro Lt.
      - apply (Ha O (lo i - a i)); [lra|]. intros [x [[X _] N]]. specialize (X i). specialize (N i (All i)).
        apply Rabs_def2 in N. lra.
      - apply (Ha O (a i - hi i)); [lra|]. intros [x [[X _] N]]. specialize (X i). specialize (N i (All i)).
        apply Rabs_def2 in N. lra. }
    assert (P := Pos a A). set (e := g a / (2 * (L + 1))).
    assert (e0 : 0 < e) by (apply Rdiv_lt_0_compat; lra).
    destruct (nfloor_ex (2 / g a)) as [n [_ Hn]]; [left; apply Rdiv_lt_0_compat; lra|].
    apply (Ha n e e0). intros [x [[X Small] N]].
    destruct (G a x e A X (Rlt_le _ _ e0)) as [_ Gap].
    { intro i. rewrite Rabs_minus_sym. left. apply N, All. }
    apply Rabs_le_between in Gap. assert (L * e <= g a / 2).
    { unfold e. apply Rmult_le_reg_r with (2 * (L + 1)); [lra|].
      replace (L * (g a / (2 * (L + 1))) * (2 * (L + 1))) with (L * g a) by (field; lra).
      replace (g a / 2 * (2 * (L + 1))) with (L * g a + g a) by field. lra. }
    assert (/ (INR n + 1) <= g a / 2); [|lra]. replace (g a / 2) with (/ (2 / g a)) by (field; lra).
    apply Rinv_le_contravar; [apply Rdiv_lt_0_compat; lra | lra].
Qed.
Lemma tame_in_inv g : (forall x, in_box x -> 0 < g x) -> tame_in g -> tame_in (fun x => / g x).
Proof.
  intros P G. destruct (away_from_zero g G P) as [m [M Low]]. destruct (bounded_in g G) as [b [B0 H]].
  assert (W : 0 <= / m ^ 2) by (left; apply Rinv_0_lt_compat, pow_lt, M).
  apply (tame_in_of Rinv (fun t => - / t ^ 2) m b (/ m ^ 2)); auto.
  - intros x X. split; [auto | apply H, X].
  - intros t Ht. split; [apply (derive_eq Rinv t (- (1) / t ^ 2)); [apply (is_derive_inv (fun u => u) t 1); [apply derive_id | lra] | field; lra]|].
    rewrite Rabs_Ropp, Rabs_right by (left; apply Rinv_0_lt_compat, pow_lt; lra).
    apply Rinv_le_contravar; [apply pow_lt, M | apply pow_incr; lra].
Qed.
Lemma tame_in_ln g : (forall x, in_box x -> 0 < g x) -> tame_in g -> tame_in (fun x => ln (g x)).
Proof.
  intros P G. destruct (away_from_zero g G P) as [m [M Low]]. destruct (bounded_in g G) as [b [B0 H]].
  assert (W : 0 <= / m) by (left; apply Rinv_0_lt_compat, M).
  apply (tame_in_of ln Rinv m b (/ m)); auto.
  - intros x X. split; [auto | apply H, X].
  - intros t Ht. split; [apply (derive_eq ln t (1 / t)); [apply (derive_ln (fun u => u) t 1); [lra | apply derive_id] | field; lra]|].
    rewrite Rabs_right by (left; apply Rinv_0_lt_compat; lra). apply Rinv_le_contravar; lra.
Qed.

(* A place taken into the box. *)
Let into (x : I -> R) i := Rmax (lo i) (Rmin (x i) (hi i)).
Hypothesis Some : forall i, lo i <= hi i.
Let into_in x : in_box (into x).
Proof. intro i. unfold into. split; [apply Rmax_l | apply Rmax_lub; [auto | apply Rmin_r]]. Qed.
Let into_id x : in_box x -> into x = x.
Proof.
  intro X. apply FunctionalExtensionality.functional_extensionality. intro i. specialize (X i). unfold into.
  rewrite Rmin_left, Rmax_right by lra. reflexivity.
Qed.
Let into_near x y i : Rabs (into x i - into y i) <= Rabs (x i - y i).
Proof.
  specialize (Some i). unfold into, Rmax, Rmin. repeat destruct Rle_dec; unfold Rabs; repeat destruct Rcase_abs; lra.
Qed.
Variable f : I -> (I -> R) -> R.
Hypothesis Tame : forall i, tame_in (f i).
Hypothesis Low : forall i x, in_box x -> x i = lo i -> 0 <= f i x.
Hypothesis High : forall i x, in_box x -> x i = hi i -> f i x <= 0.
Let X := states real_line T All.
Let field (x : X) : X := fun i => f i (into x).
Let together : exists b L, 0 <= b /\ 0 <= L /\ forall x y d, 0 <= d -> (forall i, Rabs (x i - y i) <= d) ->
  forall i, Rabs (field x i) <= b /\ Rabs (field x i - field y i) <= L * d.
Proof.
  assert (H : forall U, exists b L, 0 <= b /\ 0 <= L /\ forall x y d, 0 <= d -> (forall i, Rabs (x i - y i) <= d) ->
    forall i, In i U -> Rabs (field x i) <= b /\ Rabs (field x i - field y i) <= L * d).
  { induction U as [|k U [b [L [B0 [L0 H]]]]]; [exists 0, 0; split; [lra|]; split; [lra|]; intros x y d _ _ i []|].
    destruct (Tame k) as [c [M [C0 [M0 G]]]]. exists (b + c), (L + M). split; [lra|]. split; [lra|].
    intros x y d D N i [<-|J].
    - destruct (G (into x) (into y) d (into_in x) (into_in y) D) as [G1 G2].
      + intro i. eapply Rle_trans; [apply into_near | apply N].
      + unfold field. assert (0 <= L * d) by (apply Rmult_le_pos; auto). lra.
    - destruct (H x y d D N i J). assert (0 <= M * d) by (apply Rmult_le_pos; auto). lra. }
  destruct (H T) as [b [L [B0 [L0 G]]]]. exists b, L. split; [auto|]. split; [auto|]. intros x y d D N i. apply G; auto.
Qed.
Theorem solution_in_box a : in_box a -> exists x : R -> I -> R, (forall i, x 0 i = a i) /\
  (forall t, 0 <= t -> in_box (x t)) /\ forall t i, 0 <= t -> is_derive (fun s => x s i) t (f i (x t)).
Proof.
  intro A. destruct together as [b [L [B0 [L0 H]]]].
  assert (N0 : 0 <= size T) by (apply total_nonneg; intro; lra).
  assert (Bound : forall x : X, vnorm (field x) <= size T * b).
  { intro x. apply (vnorm_states real_line T All); [exact B0|]. intro i. rewrite vnorm_real.
    apply (H x x 0 (Rle_refl 0)). intro j. rewrite Rminus_eq_0, Rabs_R0. lra. }
  assert (Lip : forall x y : X, vnorm (vsub (field x) (field y)) <= size T * L * vnorm (vsub x y)).
  { intros x y. rewrite Rmult_assoc. assert (N := vnorm_nonneg (vsub x y : X)).
    apply (vnorm_states real_line T All); [apply Rmult_le_pos; auto|]. intro i.
    change (vnorm (S := real_line) (vsub (S := real_line) (field x i) (field y i)) <= L * vnorm (vsub x y : X)).
    rewrite vnorm_real. unfold vsub at 1. simpl.
    replace (field x i + -1 * field y i) with (field x i - field y i) by ring. apply H; [exact N|]. intro j.
    assert (V := vnorm_token real_line T All (vsub x y : X) j).
    change (vnorm (S := real_line) (vsub (S := real_line) (x j) (y j)) <= vnorm (vsub x y : X)) in V.
    rewrite vnorm_real in V. unfold vsub at 1 in V. simpl in V.
    replace (x j + -1 * y j) with (x j - y j) in V by ring. exact V. }
  destruct (limits_states real_line T All limits_line) as [lim Lim].
  assert (LL : 0 <= size T * L) by (apply Rmult_le_pos; auto).
  assert (Cont : forall eps, 0 < eps -> exists d, 0 < d /\ forall (s t : R) (x : X), Rabs (t - s) <= d ->
    vnorm (vsub (field x) (field x)) <= eps).
  { intros eps E. exists 1. split; [lra|]. intros s t x _. rewrite vsub_self, vnorm_zero. lra. }
  assert (Begins := solution_begins (fun _ => field) _ _ LL (fun _ => Bound) (fun _ => Lip) Cont lim Lim 0 a).
  assert (Solves := solution_solves (fun _ => field) _ _ LL (fun _ => Bound) (fun _ => Lip) Cont lim Lim 0 a).
  set (x := solution (fun _ => field) lim 0 a) in *.
  assert (Moves : forall t i, is_derive (fun s => x s i) t (field (x t) i)).
  { intros t i. apply vderive_real. intros eps E. destruct (Solves t eps E) as [d D]. exists d. intros h Hh.
    eapply Rle_trans; [|exact (D h Hh)].
    exact (vnorm_token real_line T All (vsub (x (t + h)) (vadd (x t) (vscale h (field (x t)))) : X) i). }
  assert (Zero : forall t : R, 0 <= t -> exists k, is_derive (fun _ : R => 0) t k) by (intros t _; exists 0; apply derive_const).
  assert (In : forall t, 0 <= t -> in_box (x t)).
  { intros t Ht i. split; apply Rnot_lt_le; intro N.
    - assert (C := comparison (fun s => lo i - x s i) (fun _ => 0) 0 (Rle_refl 0)). cbv beta in C.
      rewrite Begins in C. specialize (A i). specialize (C ltac:(lra) eq_refl).
      assert (Q : lo i - x t i <= 0 * exp 0); [|lra]. apply C; auto.
      + intros s _. eexists. apply (derive_minus (fun _ => lo i) (fun s => x s i)); [apply derive_const | apply Moves].
      + intros s _ P. eexists. exists 0. split; [|split; [apply derive_const|]].
        * apply (derive_minus (fun _ => lo i) (fun s => x s i)); [apply derive_const | apply Moves].
        * assert (0 <= field (x s) i); [|lra]. apply Low; [apply into_in|]. unfold into.
          apply Rmax_left. eapply Rle_trans; [apply Rmin_l | lra].
    - assert (C := comparison (fun s => x s i - hi i) (fun _ => 0) 0 (Rle_refl 0)). cbv beta in C.
      rewrite Begins in C. specialize (A i). specialize (C ltac:(lra) eq_refl).
      assert (Q : x t i - hi i <= 0 * exp 0); [|lra]. apply C; auto.
      + intros s _. eexists. apply (derive_minus (fun s => x s i) (fun _ => hi i)); [apply Moves | apply derive_const].
      + intros s _ P. eexists. exists 0. split; [|split; [apply derive_const|]].
        * apply (derive_minus (fun s => x s i) (fun _ => hi i)); [apply Moves | apply derive_const].
        * assert (field (x s) i <= 0); [|lra]. apply High; [apply into_in|]. unfold into.
          rewrite Rmin_right by lra. apply Rmax_right, Some. }
  exists x. split; [intro i; rewrite Begins; reflexivity|]. split; [exact In|]. intros t i Ht. assert (M := Moves t i).
  unfold field in M. rewrite into_id in M by (apply In, Ht). exact M.
Qed.
End Box.

(* Of one number. *)
Lemma only_one : lists (tt :: nil).
Proof. intros []. left. reflexivity. Qed.
Lemma solution_between (f : R -> R) p q a : p <= a <= q -> tame_in (fun _ : unit => p) (fun _ => q) (fun x => f (x tt)) ->
  0 <= f p -> f q <= 0 -> exists x : R -> R, x 0 = a /\ (forall t, 0 <= t -> p <= x t <= q) /\
  forall t, 0 <= t -> is_derive x t (f (x t)).
Proof.
  intros A Tame Low High.
  destruct (solution_in_box (tt :: nil) (fun _ => p) (fun _ => q) only_one
    (fun _ => Rle_trans _ _ _ (proj1 A) (proj2 A)) (fun _ x => f (x tt)) (fun _ => Tame)) with (a := fun _ : unit => a)
    as [x [Begins [In Moves]]].
  - intros i x _ E. destruct i. rewrite E. exact Low.
  - intros i x _ E. destruct i. rewrite E. exact High.
  - intro i. exact A.
  - exists (fun t => x t tt). split; [apply Begins|]. split; [intros t T; apply (In t T tt)|].
    intros t T. exact (Moves t tt T).
Qed.

Ltac positive_inside := let I := fresh in intros ? I; specialize (I tt); cbv beta in *; first [ lra | nra | positive_by_form ].
Ltac tame_by_form := unfold Rdiv; repeat first
  [ apply tame_in_const | apply tame_in_part | apply tame_in_plus | apply tame_in_minus | apply tame_in_opp
  | apply tame_in_mult | apply tame_in_pow | apply tame_in_total; intro | apply tame_in_abs | apply tame_in_exp
  | apply tame_in_sin | apply tame_in_cos
  | eapply (tame_in_inv (tt :: nil)); [ exact only_one | positive_inside |]
  | eapply (tame_in_ln (tt :: nil)); [ exact only_one | positive_inside |] ].
Ltac stays_within In := repeat match goal with |- _ /\ _ => split | |- forall _, _ => intro end;
  first [ assumption | match goal with T : 0 <= ?t |- _ => let Q := fresh in assert (Q := In t T); first
    [ lra | nra | apply Rgt_not_eq; first [ lra | nra ] | apply Rlt_not_eq; first [ lra | nra ] ] end | lra ].
Ltac by_solution start lower upper steps :=
  let solved v :=
    let a := eval cbv beta in (start 0) in let p := eval cbv beta in (lower 0) in let q := eval cbv beta in (upper 0) in
    let f := eval cbv beta in (fun x : R => v (fun _ : R => x) 0) in
    let z := fresh in let Begins := fresh in let In := fresh in let Moves := fresh in let t := fresh in let T := fresh in
    destruct (solution_between f p q a) as [z [Begins [In Moves]]];
    [ split; cbv beta; known_now | cbv beta; tame_by_form | cbv beta; first [ known_now | thus steps 4%nat ]
    | cbv beta; first [ known_now | thus steps 4%nat ]
    | exists z; split; [ intros t T; first [ exact (Moves t T) | split; [ stays_within In | exact (Moves t T) ] ] | stays_within In ] ] in
  lazymatch goal with
  | |- exists z : R -> R, (forall t : R, 0 <= t -> is_derive (@?u z) t (@?v z t)) /\ _ => solved v
  | |- exists z : R -> R, (forall t : R, 0 <= t -> (@?d z t) /\ is_derive (@?u z) t (@?v z t)) /\ _ => solved v
  end.

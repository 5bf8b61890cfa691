(* Flows on the sphere that pull tokens towards v from the hemisphere of another vector w, a left eigenvector.
   Tangents are lengths of what is off v, in an inner product W, over products with w. The radial part of a
   velocity changes none, and where the largest is attained it falls. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Bounded Tangent Gnomonic Spheres Cones LeftHemisphere.
Open Scope R_scope.

Section Left.
Context {S : inner_product_space} (W : S -> S) (PW : positive W) (v w : S).
Hypothesis Along : inner w v = 1.
Hypothesis Unit : inner v v = 1.
Let U := weighted S W PW.
Local Notation size_in := (length_in W).
Local Notation off := (off_along w v).
Context {Token Head : Type} (tokens : list Token) (heads : list Head) (kappa : Head -> R) (rho C M : R)
  (A : R -> Head -> Token -> Token -> R) (f : R -> Head -> Token -> S) (x : R -> Token -> S).
Hypothesis All : lists tokens.
Hypothesis Kappa : forall h, 0 <= kappa h.
Hypothesis R0 : 0 <= rho.
Hypothesis C0 : 0 <= C.
Hypothesis Longer : forall z, vnorm z <= C * size_in z.
Hypothesis Rows : forall t h, 0 <= t -> stochastic tokens (A t h).
Hypothesis Start : forall i, inner (x 0 i) (x 0 i) = 1.
Hypothesis Inside : forall i, 0 < inner w (x 0 i).
Hypothesis Tangents : forall i, size_in (off (x 0 i)) <= rho * inner w (x 0 i).
Let seen t h i := mean tokens (A t h) (x t) i.
Hypothesis Short : forall t h i, 0 <= t -> vnorm (f t h i) <= M.
Hypothesis Pull : forall t h i, 0 <= t -> 0 < inner w (seen t h i) ->
  kappa h * inner w (seen t h i) <= inner w (f t h i) /\
  inner w (seen t h i) * size_in (off (f t h i)) <=
    (inner w (f t h i) - kappa h * inner w (seen t h i)) * size_in (off (seen t h i)).
Let g t i := vtotal heads (fun h => f t h i).
Hypothesis Flow : forall t i, 0 <= t -> is_vderive (fun s => x s i) t
  (vsub (g t i) (vscale (inner (x t i) (g t i)) (x t i))).
Let p t i := inner w (x t i).
Let K := total heads kappa.
Definition along_moves := forall t, 0 <= t -> (forall i, inner (x t i) (x t i) = 1) -> (forall i j, inner (x t i) (x t j) <= 1) -> forall i,
  is_derive (fun s => inner w (x s i)) t (inner w (g t i) - inner (x t i) (g t i) * inner w (x t i)).
Definition tangents_move := forall t, 0 <= t -> (forall i, inner (x t i) (x t i) = 1) -> (forall i j, inner (x t i) (x t j) <= 1) ->
  (forall i, 0 < inner w (x t i)) -> forall i, is_derive (fun s => inner (W (off (x s i))) (off (x s i)) / inner w (x s i) ^ 2) t
    (2 * (inner (W (off (x t i))) (off (g t i)) * inner w (x t i) - inner (W (off (x t i))) (off (x t i)) * inner w (g t i)) / inner w (x t i) ^ 3).
Hypotheses (AlongMoves : along_moves) (TangentsMove : tangents_move).

Lemma pull_short t i b : 0 <= t -> vnorm (x t i) <= b -> Rabs (inner (x t i) (g t i)) <= size heads * (b * M).
Proof.
  intros T H. unfold g. rewrite inner_vtotal_r. apply total_abs. intro h.
  eapply Rle_trans; [apply inner_le_vnorm|].
  apply Rmult_le_compat; [apply vnorm_nonneg | apply vnorm_nonneg | exact H | apply Short, T].
Qed.
Lemma tokens_unit t i : 0 <= t -> inner (x t i) (x t i) = 1.
Proof.
  intro T. apply (stays_unit tokens x g (size heads * (2 * M))); auto.
  clear t i T. intros t i T Near. apply pull_short; [exact T|]. apply square_le; [lra|].
  rewrite vnorm_square. specialize (Near i). lra.
Qed.
Lemma tokens_one t i : 0 <= t -> vnorm (x t i) = 1.
Proof. intro T. unfold vnorm. rewrite tokens_unit by exact T. apply sqrt_1. Qed.
Lemma seen_along t h i c : 0 <= t -> (forall j, c <= p t j) -> c <= inner w (seen t h i).
Proof. intros T H. apply mean_along; try apply Rows; auto. Qed.
Lemma products t i j : 0 <= t -> inner (x t i) (x t j) <= 1.
Proof. intro T. apply (unit_inner (x t i) (x t j)); apply tokens_unit, T. Qed.
Definition part_speed i t := inner w (g t i) - inner (x t i) (g t i) * p t i.
Lemma part_moves i : differentiable (fun t => p t i) (part_speed i).
Proof. intros t T. apply (AlongMoves t T); intros; [apply tokens_unit | apply products]; exact T. Qed.
(* No token leaves the hemisphere: near its edge it is not pulled out. *)
Lemma stays_inside t i : 0 <= t -> 0 < p t i.
Proof.
  intro T. destruct (least_positive tokens (fun i => p 0 i) Inside) as [s [S0 Low]].
  set (B := size heads * (1 * M)).
  assert (H : s <= p t i * exp (B * t)).
  { apply (least_stays tokens (fun i t => p t i * exp (B * t))
      (fun i t => part_speed i t * exp (B * t) + p t i * (B * exp (B * t))) s s All S0); auto.
    - intros j r R. apply (derive_mult (fun t => p t j) (fun t => exp (B * t)));
        [apply part_moves, R | apply derive_exp_rate].
    - intro j. rewrite Rmult_0_r, exp_0, Rmult_1_r. apply Low, All.
    - clear t i T. intros i t T [Pos _] Least. assert (E := exp_pos (B * t)).
      assert (Pi : 0 < p t i).
      { apply Rmult_lt_reg_r with (exp (B * t)); [exact E|]. lra. }
      assert (Up : 0 <= inner w (g t i)).
      { unfold g. rewrite inner_vtotal_r. apply total_nonneg. intro h.
        assert (Sn : p t i <= inner w (seen t h i)).
        { apply seen_along; [exact T|]. intro j. apply Rmult_le_reg_r with (exp (B * t)); auto. }
        destruct (Pull t h i T) as [Q _]; [lra|]. eapply Rle_trans; [|exact Q].
        apply Rmult_le_pos; [auto | lra]. }
      assert (Bd : inner (x t i) (g t i) <= B).
      { assert (Q := pull_short t i 1 T (Req_le _ _ (tokens_one t i T))).
        apply Rabs_le_between in Q. unfold B. lra. }
      replace (part_speed i t * exp (B * t) + p t i * (B * exp (B * t)))
        with ((inner w (g t i) + (B - inner (x t i) (g t i)) * p t i) * exp (B * t))
        by (unfold part_speed; ring).
      apply Rmult_le_pos; [|lra]. assert (0 <= (B - inner (x t i) (g t i)) * p t i)
        by (apply Rmult_le_pos; lra). lra. }
  apply Rmult_lt_reg_r with (exp (B * t)); [apply exp_pos|]. lra.
Qed.

(* ------------------------------------------------------------------ the largest tangent *)

Definition square t i := inner (off (x t i)) (W (off (x t i))) / (p t i * p t i).
Definition square_speed t i := 2 * (inner (off (x t i)) (W (off (g t i))) * p t i
  - inner (off (x t i)) (W (off (x t i))) * inner w (g t i)) / (p t i * (p t i * p t i)).
Lemma square_moves i : differentiable (fun t => square t i) (fun t => square_speed t i).
Proof.
  intros t T. assert (D := TangentsMove t T (fun j => tokens_unit t j T) (fun j k => products t j k T) (fun j => stays_inside t j T) i).
  apply (is_derive_ext (fun s => inner (W (off (x s i))) (off (x s i)) / inner w (x s i) ^ 2)).
  - intro s. unfold square, p. rewrite (inner_sym _ (W _)). simpl. rewrite Rmult_1_r. reflexivity.
  - eapply derive_eq; [exact D|]. unfold square_speed, p. rewrite !(proj1 PW). simpl. rewrite Rmult_1_r. reflexivity.
Qed.
Lemma slope t i c : 0 <= t -> (forall j, square t j <= square t i) -> 0 <= c -> (forall j, c <= p t j) ->
  square_speed t i <= - (2 * (K * c / p t i)) * square t i.
Proof.
  intros T Largest C1 Low. assert (P := stays_inside t i T). set (o := off (x t i)).
  set (tau := size_in o / p t i).
  assert (T0 : 0 <= tau) by (apply Rmult_le_pos; [apply sqrt_pos | left; apply Rinv_0_lt_compat; auto]).
  assert (Sq : square t i = tau * tau).
  { unfold square, tau. fold o. rewrite <- (size_square W PW). field. lra. }
  assert (Tan : forall j, size_in (off (x t j)) <= tau * p t j).
  { intro j. assert (Pj := stays_inside t j T). apply square_le.
    - apply Rmult_le_pos; lra.
    - rewrite (size_square W PW). specialize (Largest j). rewrite Sq in Largest. unfold square in Largest.
      apply Rmult_le_compat_r with (r := p t j * p t j) in Largest; [|apply Rmult_le_pos; lra].
      replace (inner (off (x t j)) (W (off (x t j))) / (p t j * p t j) * (p t j * p t j))
        with (inner (off (x t j)) (W (off (x t j)))) in Largest by (field; lra). lra. }
  destruct (least_positive tokens (fun j => p t j) (fun j => stays_inside t j T)) as [s [S0 Ls]].
  assert (Sum : size_in (off (g t i)) <= tau * (inner w (g t i) - total heads (fun h => kappa h * c))).
  { apply (off_sum W PW). intro h. destruct (Rows t h T) as [Pos Su].
    assert (Sn : s <= inner w (seen t h i)) by (apply seen_along; auto).
    assert (Sc : c <= inner w (seen t h i)) by (apply seen_along; auto).
    destruct (Pull t h i T) as [Up Off]; [lra|].
    assert (Flat : size_in (off (seen t h i)) <= tau * inner w (seen t h i)).
    { apply (tangent_of_sum W PW). intro j. apply (tangent_of_scaled W PW); [apply Pos | apply Tan]. }
    apply Rle_trans with (tau * (inner w (f t h i) - kappa h * inner w (seen t h i))).
    - apply Rmult_le_reg_l with (inner w (seen t h i)); [lra|]. eapply Rle_trans; [exact Off|].
      eapply Rle_trans; [apply Rmult_le_compat_l; [lra | exact Flat] | right; ring].
    - apply Rmult_le_compat_l; [exact T0|]. assert (kappa h * c <= kappa h * inner w (seen t h i))
        by (apply Rmult_le_compat_l; auto). lra. }
  rewrite total_scale_r in Sum. fold K in Sum.
  assert (CS := inner_le_vnorm (S := U) o (off (g t i))). apply Rabs_le_between in CS. destruct CS as [_ CS].
  change (inner o (W (off (g t i))) <= size_in o * size_in (off (g t i))) in CS.
  assert (So : size_in o = tau * p t i) by (unfold tau; field; lra).
  assert (Up : inner o (W (off (g t i))) <= tau * p t i * (tau * (inner w (g t i) - K * c))).
  { eapply Rle_trans; [exact CS|]. rewrite So. apply Rmult_le_compat_l; [apply Rmult_le_pos; lra | exact Sum]. }
  unfold square_speed. fold o. rewrite Sq, <- (size_square W PW o), So.
  assert (Inv : 0 < / (p t i * (p t i * p t i)))
    by (apply Rinv_0_lt_compat; repeat apply Rmult_lt_0_compat; auto).
  apply Rle_trans with (2 * (tau * p t i * (tau * (inner w (g t i) - K * c)) * p t i
    - tau * p t i * (tau * p t i) * inner w (g t i)) * / (p t i * (p t i * p t i))).
  - unfold Rdiv. apply Rmult_le_compat_r; [lra|]. apply Rmult_le_compat_l; [lra|].
    apply Rplus_le_compat_r. apply Rmult_le_compat_r; lra.
  - right. field. lra.
Qed.
Lemma square_starts i : square 0 i <= rho * rho.
Proof.
  assert (P := Inside i). unfold square. rewrite <- (size_square W PW). fold (p 0 i) in *.
  assert (H := Tangents i). fold (p 0 i) in H. assert (N := sqrt_pos (inner (off (x 0 i)) (W (off (x 0 i))))).
  fold (size_in (off (x 0 i))) in N.
  apply Rmult_le_reg_r with (p 0 i * p 0 i); [apply Rmult_lt_0_compat; exact P|].
  unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r.
  2:{ apply Rgt_not_eq. apply Rmult_lt_0_compat; exact P. }
  apply Rle_trans with ((rho * p 0 i) * (rho * p 0 i)); [apply Rmult_le_compat; auto | right; ring].
Qed.
Lemma K0 : 0 <= K.
Proof. apply total_nonneg. auto. Qed.
Lemma tangents_do_not_grow t i : 0 <= t -> square t i <= rho * rho.
Proof.
  intro T. assert (H := largest_decays tokens (fun i t => square t i) (fun i t => square_speed t i) 0 (rho * rho)
    All square_moves square_starts). cbv beta in H. specialize (H ltac:(
    intros j s S0 L; eapply Rle_trans; [apply (slope s j 0 S0 L (Rle_refl 0)); intro q; left; apply stays_inside, S0|];
    right; assert (P := stays_inside s j S0); field; lra) i t T).
  replace (- 0 * t) with 0 in H by ring. rewrite exp_0 in H. lra.
Qed.
Lemma tangent_of_square t i r : 0 <= t -> 0 <= r -> square t i <= r * r -> size_in (off (x t i)) <= r * p t i.
Proof.
  intros T Rp H. assert (P := stays_inside t i T). apply square_le; [apply Rmult_le_pos; lra|].
  rewrite (size_square W PW). unfold square in H.
  apply Rmult_le_compat_r with (r := p t i * p t i) in H; [|apply Rmult_le_pos; lra].
  replace (inner (off (x t i)) (W (off (x t i))) / (p t i * p t i) * (p t i * p t i))
    with (inner (off (x t i)) (W (off (x t i)))) in H by (field; lra). lra.
Qed.
(* From below a tangent r, how near to 1 the products with w are. *)
Lemma parts_near t i r : 0 <= t -> 0 <= r -> square t i <= r * r ->
  / (1 + C * r) <= p t i <= vnorm w /\ p t i * (1 - C * r) <= 1.
Proof.
  intros T Rp H. assert (G := tangent_of_square t i r T Rp H). split.
  - exact (not_across W v w Unit C C0 Longer (x t i) r (tokens_unit t i T) (stays_inside t i T) Rp G).
  - exact (not_beyond W v w Unit C C0 Longer (x t i) r (tokens_unit t i T) (stays_inside t i T) G).
Qed.
Definition rate := K / ((1 + C * rho) * vnorm w).
Lemma squares_fall t i : 0 <= t -> square t i <= rho * rho * exp (- (2 * rate) * t).
Proof.
  intro T. assert (V := w_length v w Along Unit). assert (CR : 0 <= C * rho) by (apply Rmult_le_pos; auto).
  assert (Kp := K0).
  apply (largest_decays tokens (fun i t => square t i) (fun i t => square_speed t i) (2 * rate) (rho * rho)
    All square_moves square_starts); [|exact T].
  clear t i T. intros i t T L. assert (P := stays_inside t i T).
  assert (Ip : 0 < / (1 + C * rho)) by (apply Rinv_0_lt_compat; lra).
  assert (Near := fun j => proj1 (parts_near t j rho T R0 (tangents_do_not_grow t j T))).
  eapply Rle_trans; [apply (slope t i (/ (1 + C * rho)) T L); [lra | apply Near]|].
  assert (Sp : 0 <= square t i).
  { apply Rmult_le_pos; [rewrite <- (size_square W PW); apply Rle_0_sqr|].
    left. apply Rinv_0_lt_compat, Rmult_lt_0_compat; exact P. }
  apply Rmult_le_compat_r; [exact Sp|]. apply Ropp_le_contravar, Rmult_le_compat_l; [lra|].
  unfold rate, Rdiv. rewrite Rinv_mult, <- Rmult_assoc. apply Rmult_le_compat_l; [apply Rmult_le_pos; lra|].
  apply Rinv_le_contravar; [exact P | apply Near].
Qed.
Theorem tangents_fall t i : 0 <= t -> 0 < p t i /\ size_in (off (x t i)) <= rho * exp (- rate * t) * p t i.
Proof.
  intro T. split; [apply stays_inside, T|]. apply tangent_of_square; [exact T | |].
  - apply Rmult_le_pos; [exact R0 | left; apply exp_pos].
  - eapply Rle_trans; [apply squares_fall, T|]. right.
    replace (- (2 * rate) * t) with (- rate * t + - rate * t) by ring. rewrite exp_plus. ring.
Qed.
Theorem tokens_near_v t i : 0 <= t -> vnorm (vsub (x t i) v) <= 2 * (C * rho * vnorm w) * exp (- rate * t).
Proof.
  intro T. destruct (tangents_fall t i T) as [P H].
  assert (Rp : 0 <= rho * exp (- rate * t)) by (apply Rmult_le_pos; [exact R0 | left; apply exp_pos]).
  eapply Rle_trans; [exact (near_v W v w Unit C C0 Longer (x t i) _ (tokens_unit t i T) P Rp H)|]. right. ring.
Qed.

(* ------------------------------------------------------------------ the rate at last *)

(* Near v all products with w are near 1, so the rate tends to K, exponentially. *)
Definition delay := 2 * (C * rho) * ((1 + C * rho) * vnorm w).
Lemma delay_pays t : delay * (rate * exp (- rate * t)) = 2 * (C * (rho * exp (- rate * t))) * K.
Proof.
  assert (V := w_length v w Along Unit). assert (CR : 0 <= C * rho) by (apply Rmult_le_pos; auto).
  unfold delay. replace (rate * exp (- rate * t)) with (K / ((1 + C * rho) * vnorm w) * exp (- rate * t))
    by reflexivity. field. lra.
Qed.
Lemma delay0 : 0 <= delay.
Proof.
  assert (V := w_length v w Along Unit). assert (CR : 0 <= C * rho) by (apply Rmult_le_pos; auto).
  unfold delay. apply Rmult_le_pos; [lra | apply Rmult_le_pos; lra].
Qed.
Let paid t := exp (2 * delay * exp (- rate * t)).
Lemma paid_moves t : is_derive paid t (2 * delay * (- rate * exp (- rate * t)) * paid t).
Proof.
  apply (derive_exp (fun t => 2 * delay * exp (- rate * t))). eapply derive_eq.
  - apply (derive_mult (fun _ => 2 * delay) (fun t => exp (- rate * t))); [apply derive_const | apply derive_exp_rate].
  - ring.
Qed.
Lemma slope_at_last t i : 0 <= t -> (forall j, square t j <= square t i) ->
  square_speed t i <= - (2 * K) * square t i + 2 * delay * (rate * exp (- rate * t)) * square t i.
Proof.
  intros T L. assert (P := stays_inside t i T). assert (Kp := K0). set (r := rho * exp (- rate * t)).
  assert (Rp : 0 <= r) by (apply Rmult_le_pos; [exact R0 | left; apply exp_pos]).
  assert (CR : 0 <= C * r) by (apply Rmult_le_pos; auto).
  assert (Sq : forall j, square t j <= r * r).
  { intro j. eapply Rle_trans; [apply squares_fall, T|]. right. unfold r.
    replace (- (2 * rate) * t) with (- rate * t + - rate * t) by ring. rewrite exp_plus. ring. }
  assert (Near := fun j => parts_near t j r T Rp (Sq j)).
  assert (Ip : 0 < / (1 + C * r)) by (apply Rinv_0_lt_compat; lra).
  assert (Sp : 0 <= square t i).
  { apply Rmult_le_pos; [rewrite <- (size_square W PW); apply Rle_0_sqr|].
    left. apply Rinv_0_lt_compat, Rmult_lt_0_compat; exact P. }
  eapply Rle_trans; [apply (slope t i (/ (1 + C * r)) T L); [lra | apply Near]|].
  rewrite (Rmult_assoc 2 delay), delay_pays. fold r.
  replace (- (2 * K) * square t i + 2 * (2 * (C * r) * K) * square t i)
    with (- (2 * (K * (1 - 2 * (C * r)))) * square t i) by ring.
  apply Rmult_le_compat_r; [exact Sp|]. apply Ropp_le_contravar, Rmult_le_compat_l; [lra|].
  unfold Rdiv. rewrite Rmult_assoc. apply Rmult_le_compat_l; [exact Kp|].
  apply Rmult_le_reg_r with ((1 + C * r) * p t i); [apply Rmult_lt_0_compat; lra|].
  replace (/ (1 + C * r) * / p t i * ((1 + C * r) * p t i)) with 1 by (field; lra).
  assert (0 <= p t i * (C * r * (C * r))) by (apply Rmult_le_pos; [lra | apply Rmult_le_pos; exact CR]).
  destruct (Near i) as [_ B]. lra.
Qed.
Lemma squares_fall_at_last t i : 0 <= t -> square t i <= rho * rho * exp (2 * delay) * exp (- (2 * K) * t).
Proof.
  intro T. assert (Dp := delay0). assert (E : forall t, 0 < paid t) by (intro; apply exp_pos).
  assert (H : square t i * paid t <= rho * rho * exp (2 * delay) * exp (- (2 * K) * t)).
  { apply (largest_decays tokens (fun i t => square t i * paid t) (fun i t => square_speed t i * paid t
      + square t i * (2 * delay * (- rate * exp (- rate * t)) * paid t)) (2 * K) (rho * rho * exp (2 * delay)) All);
      [| |clear t i T|exact T].
    - intros j s Sp. apply (derive_mult (fun t => square t j) paid); [apply square_moves, Sp | apply paid_moves].
    - intro j. unfold paid. rewrite Rmult_0_r, exp_0, Rmult_1_r.
      apply Rmult_le_compat_r; [left; apply exp_pos | apply square_starts].
    - intros i t T L. assert (Et := E t).
      assert (Q := slope_at_last t i T (fun j => Rmult_le_reg_r (paid t) _ _ Et (L j))).
      apply Rmult_le_compat_r with (r := paid t) in Q; [|lra]. lra. }
  assert (One : 1 <= paid t).
  { unfold paid. rewrite <- exp_0. apply exp_le. apply Rmult_le_pos; [lra | left; apply exp_pos]. }
  assert (Sp : 0 <= square t i).
  { apply Rmult_le_pos; [rewrite <- (size_square W PW); apply Rle_0_sqr|].
    left. apply Rinv_0_lt_compat, Rmult_lt_0_compat; apply stays_inside, T. }
  assert (square t i * 1 <= square t i * paid t) by (apply Rmult_le_compat_l; lra). lra.
Qed.
Theorem tangents_fall_at_last t i : 0 <= t -> size_in (off (x t i)) <= rho * exp (delay - K * t) * p t i.
Proof.
  intro T. apply tangent_of_square; [exact T | |].
  - apply Rmult_le_pos; [exact R0 | left; apply exp_pos].
  - eapply Rle_trans; [apply squares_fall_at_last, T|]. right.
    replace (rho * exp (delay - K * t) * (rho * exp (delay - K * t)))
      with (rho * rho * (exp (delay - K * t) * exp (delay - K * t))) by ring.
    rewrite <- exp_plus, Rmult_assoc, <- exp_plus. do 2 f_equal. ring.
Qed.
End Left.
